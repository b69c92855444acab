project = "tarotclub"
author = "notre club"
language = "fr"
extensions = ["tarot_teach.sphinxext"]
exclude_patterns = [".venv", "html", "latex"]
latex_elements = {"fontpkg": "", "extraclassoptions": "openany,oneside"}
