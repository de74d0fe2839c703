"""Says of each configuration whether a JSON Schema takes it: validate.py SCHEMA CONFIGURATION...

Each line is "NAME takes" or "NAME refuses"; what is no JSON at all, once its comments are gone, is left out.
Exits with 3 where the library that it needs is not installed."""
import json
import re
import sys

try:
    from jsonschema import Draft202012Validator
except ImportError:
    sys.exit(3)

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)
for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as file:
        text = re.sub(r'("(?:[^"\\]|\\.)*")|//[^\n]*', lambda found: found[1] or "", file.read())
    try:
        value = json.loads(text)
    except ValueError:
        continue
    print(path.rsplit("/", 1)[-1], "takes" if validator.is_valid(value) else "refuses")
