"""sarif.py FILE: checks what readers of SARIF 2.1.0 rely on, and prints the results, a line each."""

import json
import sys

with open(sys.argv[1]) as file:
    document = json.load(file)
assert document["version"] == "2.1.0" and len(document["runs"]) == 1
run = document["runs"][0]
driver = run["tool"]["driver"]
assert driver["name"] == "gputile" and driver["version"]
root = run["originalUriBaseIds"]["%SRCROOT%"]["uri"]
assert root.startswith("file:///") and root.endswith("/"), root
assert run["columnKind"] == "utf16CodeUnits"
ids = [rule["id"] for rule in driver["rules"]]
assert len(ids) == len(set(ids)) and set(ids) == {result["ruleId"] for result in run["results"]}, ids


def region(at):
    assert at["startLine"] >= 1 and (at["startLine"], at["startColumn"]) <= (at["endLine"], at["endColumn"]), at
    return f"{at['startLine']}:{at['startColumn']}-{at['endLine']}:{at['endColumn']}"


def place(location):
    where = location["physicalLocation"]
    artifact = where["artifactLocation"]
    assert ("uriBaseId" in artifact) != artifact["uri"].startswith("file:///"), artifact
    return artifact["uri"] + ":" + region(where["region"])


for result in run["results"]:
    rule = driver["rules"][result["ruleIndex"]]
    assert rule["id"] == result["ruleId"]
    assert result["level"] in ("error", "warning", "note") and len(result["locations"]) <= 1, result
    print(*map(place, result["locations"]), result["level"], result["ruleId"], "|", result["message"]["text"])
    for note in result["relatedLocations"]:
        print("  note", place(note), note["message"]["text"])
    for fix in result.get("fixes", []):
        for change in fix["artifactChanges"]:
            for replacement in change["replacements"]:
                print("  fix", region(replacement["deletedRegion"]), replacement["insertedContent"]["text"])
    if "help" in rule:
        assert rule["help"]["markdown"].startswith("# ") and rule["shortDescription"]["text"], rule
        assert rule["defaultConfiguration"]["level"] in ("error", "warning", "note"), rule
