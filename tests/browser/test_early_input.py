from tests.support.javascript import Browser


def test_the_names_of_all_files_are_stored(javascript: Browser) -> None:
    """An unedited field does not overwrite the stored value. Values from the page's URL are not stored, because the
    visitor may later open a URL with different values.
    """
    first = [["name", "Jana"], ["files", "front.pdf"], ["files", "back.pdf"]]
    assert javascript.run("""
        const { EARLY_INPUT, saveEarlyInput } = await import("$/app/browser/early_input.js");
        const stored = {};
        const storage = { getItem: (key) => stored[key] ?? null, setItem(key, value) { stored[key] = value; } };
        globalThis.FormData = function ({ entries }) { return entries; };
        const elements = { namedItem: (name) => ({ name, type: "text", defaultValue: name === "pieces" ? "40" : "" }) };
        const leave = (...entries) => {
          document.forms = { namedItem: () => ({ elements, entries, dataset: { sent: "" } }) };
          saveEarlyInput(() => storage);
          return JSON.parse(stored[EARLY_INPUT]);
        };
        const files = ["front.pdf", "back.pdf"].map((name) => ["files", { name }]);
        return [
          leave(["name", "Jana"], ["pieces", "40"], ...files),
          leave(["name", ""], ["files", { name: "" }]),
          leave(["name", "Eva"], ["files", { name: "plate.pdf" }]),
        ];
    """) == [first, first, [["name", "Eva"], ["files", "plate.pdf"]]]
