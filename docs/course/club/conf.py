project = "tarotclub"
author = "our club"
extensions = ["tarot_teach.sphinxext"]
exclude_patterns = [".venv", "html", "latex"]
latex_elements = {"fontpkg": "", "extraclassoptions": "openany,oneside"}
