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
print(instance["name"])
