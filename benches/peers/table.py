"""Makes a Markdown table of the lines of `gpu-table` and the peers: `table.py LINES...`. Ratios are to the device graph."""

import sys

rows = []
for path in sys.argv[1:]:
    with open(path) as lines:
        rows += [line.rstrip("\n").split("\t") for line in lines if line.count("\t") == 9]

print("| workload | form | synchronised, ms (least to greatest) | × graph | queued, ms (least to greatest) | × graph | capture, ms | MiB in use |")
print("|---|---|---|---|---|---|---|---|")
for workload in dict.fromkeys(row[0] for row in rows):
    mine = [row for row in rows if row[0] == workload]
    base = next(row for row in mine if "device graph" in row[1])
    for row in mine:
        form, s, sl, sg, q, ql, qg, capture, mib = row[1:]
        times = f"{float(s) / float(base[2]):.2f}", f"{float(q) / float(base[5]):.2f}"
        print(
            f"| {workload} | {form} | {float(s):.3f} ({float(sl):.3f} to {float(sg):.3f}) | {times[0]} "
            f"| {float(q):.3f} ({float(ql):.3f} to {float(qg):.3f}) | {times[1]} | {capture} | {mib} |"
        )
