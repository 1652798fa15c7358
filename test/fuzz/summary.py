"""The numbers of a run, in Markdown."""
import collections

import settings


def ranges(numbers):
    """1-3, 7"""
    parts = []
    for number in sorted(numbers):
        if parts and parts[-1][1] == number - 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in parts)


def scheme_table(results):
    """Rows: regions by outcome; columns: schemes."""
    counts = collections.defaultdict(collections.Counter)
    for result in results:
        for scheme, entry in result["schemes"].items():
            counts["programs transformed"][scheme] += entry["programs"]
            for outcome, number in entry["regions"].items():
                counts["regions transformed" if outcome == "transformed" else f"refused: {outcome}"][scheme] += number
        for scheme, names in result["executed"].items():
            counts["programs executed"][scheme] += len(names)
    first = ["programs transformed", "regions transformed", "programs executed"]
    rows = first + sorted(set(counts) - set(first), key=lambda row: -sum(counts[row].values()))
    lines = ["| | " + " | ".join(settings.SCHEMES) + " |", "| --- |" + " ---: |" * len(settings.SCHEMES)]
    for row in rows:
        lines.append(f"| {row} | " + " | ".join(f"{counts[row][scheme]:,}" for scheme in settings.SCHEMES) + " |")
    return lines


def text(results):
    if not results:
        return "No file was attacked."
    programs = sum(result["programs"] for result in results)
    executed = {name for result in results for names in result["executed"].values() for name in names}
    seconds = sum(result["seconds"] for result in results)
    transforming = sum(result["transform seconds"] for result in results)
    findings = collections.Counter(finding["key"] for result in results for finding in result["findings"])
    lines = [
        f"{programs:,} programs (files {ranges(result['seed'] for result in results)}), each with all schemes; "
        f"{len(executed):,} of them executed in {sum(result['executions'] for result in results):,} executions of regions "
        f"({sum(result['fallbacks'] for result in results):,} of them original loops after a test at run time); "
        f"{sum(result['unsuitable'] for result in results):,} not executed because their original is not defined or makes NaNs. "
        f"Machine time {seconds / 60:.1f} CPU minutes, {transforming / 60:.1f} of them for the transformations.", ""]
    lines += scheme_table(results)
    lines += ["", f"Failures: {sum(findings.values())}" + ("." if not findings else "")]
    if findings:
        lines += ["", "| failure | programs |", "| --- | ---: |"]
        lines += [f"| {key.replace('|', '/')} | {number} |" for key, number in findings.most_common()]
    return "\n".join(lines)
