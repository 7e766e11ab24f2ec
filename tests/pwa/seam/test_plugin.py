import json
from posixpath import normpath

import pytest
from reflex.config import Config

from app.folders import ROOT
from pwa.seam import generated_code, plugin
from pwa.seam.generated_code import GeneratorChangedError
from pwa.seam.plugin import SitePlugin
from tests.support import reflex_output
from tests.support.reflex_output import fresh

SITE = {
    "languages": ["cs", "en"],
    "private": "^/private$",
    "invalid": "^/things/x$",
    "serverPaths": ["/ping", "/_event/:path*"],
    "serverQueries": {"/back": ["code", "error"]},
}
BACKEND = "http://localhost:8123"
FONTS = ("text", "display")
MODULES = {"app/made.json": '{"ž": 1}'}
PUBLIC = {"sitemap.xml": "<urlset/>", "en/sitemap.xml": "<urlset />", "robots.txt": "ž"}
TEXTS = {
    "styles/__reflex_global_styles.css": reflex_output.style_sheet,
    "utils/context.js": reflex_output.context,
    "utils/state.js": reflex_output.state,
    "pages/_app.js": reflex_output.app,
    "pages/_document.js": reflex_output.document,
}


@pytest.fixture(autouse=True)
def untouched_reflex(monkeypatch):
    monkeypatch.setattr(plugin, "dynamic", fresh("reflex.components.dynamic"))
    monkeypatch.setattr(plugin, "prerequisites", fresh("reflex.utils.prerequisites"))
    monkeypatch.setattr(plugin, "compiler_utils", fresh("reflex.compiler.utils"))
    monkeypatch.setattr(plugin, "get_config", lambda: Config(app_name="app", api_url=BACKEND))


def make() -> SitePlugin:
    return SitePlugin(
        SITE, fonts=lambda: FONTS, public_files=lambda: PUBLIC, modules=lambda: MODULES, styles=lambda: ".a{}"
    )


def assets() -> dict[str, str | bytes]:
    return {path.as_posix(): content for path, content in make().get_static_assets()}


def test_scripts_and_styles_are_mirrored_under_their_own_path():
    wanted = {
        file.relative_to(ROOT).as_posix(): file.read_text()
        for folder, endings in (("app", {".js", ".css"}), ("pwa", {".js", ".css"}))
        for file in (ROOT / folder).rglob("*")
        if file.suffix in endings
    }
    made = assets()
    assert {path: made[path] for path in made if path in wanted} == wanted
    assert {"app/styles/site.css", "app/extras/bam/bam.js"} <= set(made)
    assert {"pwa/seam/next.config.js", "pwa/seam/replacements/env.js"} <= set(made)


def test_no_other_files_are_written():
    made = assets()
    beside = {path for path in made if not (ROOT / path).is_file()}
    published = {f"published/{name}" for name in PUBLIC}
    assert beside == {"app/site.json", "postcss.config.js", "styles/made.css", *MODULES} | published
    assert {name: made[name] for name in MODULES} == MODULES
    assert {name: made[f"published/{name}"] for name in PUBLIC} == PUBLIC
    assert json.loads(made["app/site.json"]) == {**SITE, "backend": BACKEND, "fonts": list(FONTS)}
    assert made["styles/made.css"] == ".a{}"


def test_the_style_sheets_are_mirrored():
    path, made = make().get_stylesheet_paths()
    assert normpath(f"styles/{made}") in assets()
    assert normpath(f"styles/{path}") in assets()


def test_patches_and_checks_fit_reflex_output():
    tasks: dict[str, list] = {}
    context = {"add_modify_task": lambda path, task: tasks.setdefault(path, []).append(task)}
    make().pre_compile(**context)  # pyright: ignore[reportArgumentType]
    assert set(tasks) <= reflex_output.paths()
    assert set(TEXTS) == set(tasks)
    texts = {path: TEXTS[path]() for path in tasks}
    changed = set()
    for path, task in ((path, task) for path, each in tasks.items() for task in each):
        before, texts[path] = texts[path], task(texts[path])
        changed |= {path} if texts[path] != before else set()
        with pytest.raises(GeneratorChangedError, match=path.split("/")[-1] if path.endswith(".js") else "style sheet"):
            task("something else")
    assert changed == {"styles/__reflex_global_styles.css", "utils/context.js", "utils/state.js"}


def test_reflex_installs_no_packages():
    make()
    plugin.prerequisites.install_frontend_packages(set(), Config(app_name="app"))
    with pytest.raises(ImportError, match='run `make package ADD="leaflet"`'):
        plugin.prerequisites.install_frontend_packages({"leaflet"}, Config(app_name="app"))


def test_only_react_is_bundled_for_components_from_the_server():
    assert len(plugin.dynamic.bundled_libraries) > 1
    before = plugin.dynamic.bundled_libraries
    make()
    make()
    assert plugin.dynamic.bundled_libraries == {"react"}
    assert plugin.dynamic.bundled_libraries is before, "other modules refer to the same set"


def test_another_set_of_libraries_fails(monkeypatch):
    monkeypatch.setattr(plugin.dynamic, "bundled_libraries", {"preact"})
    with pytest.raises(GeneratorChangedError, match=r"components\.dynamic.*`react`"):
        make()


def test_next_config_is_extended_once():
    make()
    make()
    config = plugin.prerequisites._update_next_config(Config(app_name="app"), export=True)
    assert config.count("require('./pwa/seam/next.config.js')") == 1
    assert config == generated_code.extend_next_config(
        config.splitlines()[0].replace("const generated", "module.exports")
    )


def test_states_are_sorted(monkeypatch):
    monkeypatch.setattr(plugin.compiler_utils, "compile_state", lambda _state: {"b": 1, "a": 2, "c": 3})
    make()
    make()
    states = plugin.compiler_utils.compile_state(None)  # pyright: ignore[reportArgumentType]
    assert list(states.items()) == [("a", 2), ("b", 1), ("c", 3)]


@pytest.mark.parametrize(
    ("module", "name"), [("prerequisites", "_update_next_config"), ("compiler_utils", "compile_state")]
)
def test_missing_functions_fail(monkeypatch, module, name):
    monkeypatch.delattr(getattr(plugin, module), name)
    with pytest.raises(GeneratorChangedError, match=f"`{name}`"):
        make()
