from tests.support.javascript import Browser

CASES = {
    "untouched": ("{ type: 'text', value: 'a', defaultValue: 'a' }", False),
    "typed": ("{ type: 'text', value: 'b', defaultValue: 'a' }", True),
    "emptied": ("{ type: 'text', value: '', defaultValue: 'a' }", True),
    "typed and restored": ("{ type: 'text', value: 'a', defaultValue: 'a', matches: () => true }", True),
    "half a date": ("{ type: 'date', value: '', defaultValue: '', validity: { badInput: true } }", True),
    "no file": ("{ type: 'file', value: '', defaultValue: '', files: [] }", False),
    "a file": ("{ type: 'file', value: '', defaultValue: '', files: [{}] }", True),
    "a box": ("{ type: 'checkbox', value: 'on', defaultValue: '', checked: false, defaultChecked: false }", False),
    "a checked box": ("{ type: 'radio', value: 'on', defaultValue: '', checked: true, defaultChecked: false }", True),
    "a slider": ("{ type: 'range', value: '50', defaultValue: '' }", False),
    "a moved slider": ("{ type: 'range', value: '60', defaultValue: '50' }", True),
    "the first option": ("{ type: 'select-one', value: 'a', options: [{ value: 'a' }, { value: 'b' }] }", False),
    "another option": ("{ type: 'select-one', value: 'b', options: [{ value: 'a' }, { value: 'b' }] }", True),
    "the page's option": (
        "{ type: 'select-one', value: 'b', options: [{ value: 'a' }, { value: 'b', defaultSelected: true }] }",
        False,
    ),
    "no options": ("{ type: 'select-one', value: '', options: [] }", False),
}


def test_an_edited_field_is_recognized(javascript: Browser) -> None:
    script = f"""
        const {{ isEdited }} = await import("$/app/browser/fields.js");
        const fields = [{", ".join(field for field, _ in CASES.values())}];
        return fields.map((field) => isEdited({{ matches: () => false, ...field }}));
    """
    found = dict(zip(CASES, javascript.run(script), strict=True))
    assert found == {name: is_edited for name, (_, is_edited) in CASES.items()}
