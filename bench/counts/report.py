"""What counts mean for a device: occupancy, bounds, tables."""
import re

import sass

SECTOR = 32
SECTORS_OF_LINE = 4  # What the L1 cache gives in a cycle, from shared memory or for device memory.
WARP = 32
CLASSES = [
    ("integer", ("integer", "predicate")), ("fp", ("fp32", "fp64", "special")), ("conversion", ("conversion",)),
    ("move", ("move", "constant", "other")), ("global", ("load_global", "store_global", "atomic")),
    ("shared", ("load_shared", "store_shared")), ("local", ("local",)), ("shuffle", ("shuffle",)),
    ("control", ("control", "barrier")),
]


def occupancy(profile, threads, registers, shared):
    """Resident warps over those that a multiprocessor can hold."""
    warps = -(-threads // WARP)
    of_warp = -(-registers // 8) * 8 * WARP
    memory = -(-(shared + profile["reservedSharedBytes"]) // 128) * 128
    blocks = min(profile["blocks"], profile["warps"] // warps, profile["registers"] // max(of_warp * warps, 1),
                 profile["sharedBytes"] // memory)
    return blocks * warps / profile["warps"]


def bounds(profile, kernel):
    """{what: seconds} that a device needs at least for what a kernel or program does, without
    latencies and launches."""
    per_second = profile["multiprocessors"] * profile["clockGHz"] * 1e9
    classes = {name: count["issued"] for name, count in kernel["classes"].items()}
    bytes_moved = SECTOR * (kernel["missedSectors"] + kernel["storeSectors"])
    lines = (kernel["loadSectors"] + kernel["storeSectors"]) / SECTORS_OF_LINE
    return {
        "issue": kernel["issued"] / (per_second * profile["issuePerCycle"] * profile["issueEfficiency"]),
        "L1": (kernel["wavefronts"] + lines) / (per_second * profile["sharedWavefrontsPerCycle"]),
        "L2": bytes_moved / (profile["l2GBs"] * 1e9),
        "DRAM": bytes_moved / (profile["dramGBs"] * 1e9),
        "fp32": classes.get("fp32", 0) / (per_second * profile["fp32PerCycle"]),
        "fp64": classes.get("fp64", 0) / (per_second * profile["fp64PerCycle"]),
        "special": classes.get("special", 0) / (per_second * profile["specialPerCycle"]),
    }


def total(kernels):
    """The sum of kernels, as one."""
    result = {key: sum(kernel[key] for kernel in kernels) for key in
              ("issued", "lanes", "wavefronts", "loadSectors", "missedSectors", "storeSectors", "barriers", "blocks", "launches")}
    result["classes"] = {}
    for kernel in kernels:
        for name, count in kernel["classes"].items():
            into = result["classes"].setdefault(name, dict.fromkeys(count, 0))
            for key, value in count.items():
                into[key] += value
    return result


def machine_issued(kernel, machine_loops):
    """(issued machine instructions estimated, share of the PTX instructions in loops that were
    found): innermost loops by the lengths of the same loops in machine code, others as in PTX."""
    estimate = kernel["issued"]
    found = 0
    for loop, length in zip(kernel["loops"], sass.match(kernel["loops"], machine_loops)):
        if length is not None and loop["instructions"] > 0:
            estimate += loop["issued"] * (length / loop["instructions"] - 1)
            found += loop["issued"]
    return estimate, found / max(kernel["issued"], 1)


def short_name(mangled):
    """"_Z21jacobi_2d_jacobi_6_k1IiEv…" is jacobi_2d_jacobi_6_k1."""
    match = re.match(r"_Z(\d+)", mangled)
    return mangled[match.end():match.end() + int(match.group(1))] if match else mangled


def binding(profile, kernel):
    """(seconds, what binds)."""
    return max((seconds, what) for what, seconds in bounds(profile, kernel).items())


def cells(kernel, work, profile):
    """The numbers that all tables have, per cell-step."""
    seconds, what = binding(profile, kernel)
    slots = kernel["issued"] * WARP
    return [f"{slots / work:.3g}", f"{kernel['wavefronts'] / work:.3g}",
            f"{SECTOR * (kernel['missedSectors'] + kernel['storeSectors']) / work:.3g}",
            f"{100 * (1 - kernel['lanes'] / max(slots, 1)):.0f} %", f"{kernel['barriers'] / max(kernel['blocks'], 1):.3g}",
            str(kernel["launches"]), f"{work / seconds / 1e9:.3g} ({what})"]


def row(columns):
    return "| " + " | ".join(columns) + " |"


def table(head, rows):
    return "\n".join([row(head), row(["---"] * len(head)), *map(row, rows)])


SUMMARY = ["program", "slots", "machine", "wf", "B", "masked", "barriers", "launches", "GC/s at most", "registers",
           "spills", "occupancy"]


def summary_row(name, result, profile):
    """One line for a whole program; of registers, spills and occupancy those of the kernel that issues most."""
    kernels = result["kernels"]
    largest = max(kernels, key=lambda kernel: kernel["issued"])
    machine = sum(kernel["machineIssued"] for kernel in kernels)
    numbers = cells(total(kernels), result["work"], profile)
    return [name, numbers[0], f"{machine * WARP / result['work']:.3g}", *numbers[1:], *resource_cells(largest, profile)]


def resource_cells(kernel, profile):
    if "registers" not in kernel:
        return ["-", "-", "-"]
    share = occupancy(profile, kernel["threadsPerBlock"], kernel["registers"], kernel["shared"] + kernel["dynamicShared"])
    return [str(kernel["registers"]), str(kernel["spills"]), f"{100 * share:.0f} %"]


def details(result, profile):
    """Tables per kernel: numbers, classes, loops."""
    kernels, work = result["kernels"], result["work"]
    numbers = [[short_name(kernel["name"]), *cells(kernel, work, profile), *resource_cells(kernel, profile)]
               for kernel in kernels]
    classes = []
    for kernel in [*kernels, {**total(kernels), "name": "all"}]:
        issued = {name: sum(kernel["classes"].get(part, {"issued": 0})["issued"] for part in parts) for name, parts in CLASSES}
        classes.append([short_name(kernel["name"]), *(f"{issued[name] * WARP / work:.3g}" for name, _ in CLASSES)])
    loops = []
    for kernel in kernels:
        for loop, length in zip(kernel["loops"], kernel["machineLoops"]):
            if loop["issued"] > 0:
                loops.append([short_name(kernel["name"]), loop["label"], str(loop["instructions"]),
                              "-" if length is None else f"{length:.4g}", str(loop["iterations"]),
                              f"{100 * loop['issued'] / kernel['issued']:.0f} %"])
    return "\n\n".join([
        table(["kernel", *SUMMARY[1:2], *SUMMARY[3:]], numbers),
        table(["slots of kernel", *(name for name, _ in CLASSES)], classes),
        table(["innermost loop of", "label", "PTX", "machine", "rounds of warps", "of the kernel"], loops)])
