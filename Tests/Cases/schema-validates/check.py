import json

schema = json.load(open("schema.json"))
instance = json.load(open("instance.json"))
try:
    from jsonschema import Draft202012Validator
except ImportError:
    assert set(instance) <= set(schema["properties"])
else:
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    validator.validate(instance)
    assert not validator.is_valid(instance | {"delimeter": ","})
    assert not validator.is_valid(instance | {"slots": {"cap": 2000000, "identifiers": ["a"]}})
    # One thing wrong, one error: an editor shows no maze of alternatives.
    for wrong in [
        {"delimeter": ","}, {"generations": -1}, {"allow_empty": "perhaps"},
        {"sources": [instance["sources"][0] | {"columns": {"numbr": "a"}}]},
        {"sources": [instance["sources"][0] | {"format": "json"}]},
        {"slots": {"cap": 2000000, "identifiers": ["a"]}},
    ]:
        errors = list(validator.iter_errors(instance | wrong))
        assert len(errors) == 1 and not errors[0].context, (wrong, errors)
    tests = Draft202012Validator(json.load(open("tests.json")))
    assert tests.is_valid({"version": 1, "tests": [{"cell": "02", "reason": "junk"}]})
    assert not tests.is_valid({"version": 1, "tests": [{"cel": "02"}]})
print(instance["name"])
