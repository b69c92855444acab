"""Builders of tutorials: sites, books and folders of Markdown files."""
