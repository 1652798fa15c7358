"""usage: estimates.py RESULT.json: prints, for each kernel, what was estimated of its layout and of the next best ones,
and fails where the three next ones, or all others, are not slower, in order, and different layouts."""
import json
import sys


def layout(estimate):
    return estimate["scheme"], tuple(estimate["tile"]), tuple(estimate["block"])


for region in json.load(open(sys.argv[1]))["regions"]:
    for kernel in region["kernels"]:
        estimate = kernel["estimate"]
        if not estimate:
            print(region["function"], "nothing")
            continue
        everything = [estimate, *estimate["runnersUp"]]
        times = [each["picoseconds"] for each in everything]
        assert len(set(map(layout, everything))) == len(everything) == min(4, len(estimate["layouts"]))
        assert 0 < times[0] and times[1:] == sorted(times[1:])
        layouts = estimate["layouts"]
        assert [{key: each[key] for key in layouts[0]} for each in everything] == layouts[:4]
        assert [each["picoseconds"] for each in layouts[1:]] == sorted(each["picoseconds"] for each in layouts[1:])
        assert [layout(each) for each in layouts].count(("parallel", (), ())) == 1
        assert estimate["block"] == kernel["block"] and estimate["tile"] == kernel["tile"][:len(estimate["tile"])]
        print(region["function"], "best" if times[0] <= times[1] else "given", *estimate["tile"], "of", *(each["scheme"] for each in everything), estimate["bound"])
