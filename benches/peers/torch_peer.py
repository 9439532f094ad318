"""PyTorch's side of the GPU table: the workloads of `src/workloads.rs`, eager, as a CUDA graph, and compiled into one.

Prints the lines that `gpu-table` prints. TF32 is off, or on with `PEER_TF32=1`. Inputs are fresh at every step: copied into the graph's buffers.
"""

import math
import os
import statistics
import sys
import time

import torch
from torch import nn

TF32 = os.environ.get("PEER_TF32") == "1"
torch.backends.cuda.matmul.allow_tf32 = TF32
torch.backends.cudnn.allow_tf32 = TF32
torch.set_float32_matmul_precision("high" if TF32 else "highest")
DEVICE = torch.device("cuda")
ROUNDS = 5


def rate(step):
    return 1e-3 * 0.5 * (1 + math.cos(math.pi * (step % 1000) / 1000))


def spread(times):
    return f"{statistics.median(times):.4f}\t{min(times):.4f}\t{max(times):.4f}"


def measure(workload, form, steps, step, capture=None):
    for i in range(30):
        step(i)
    torch.cuda.synchronize()
    synchronised, queued = [], []
    for _ in range(ROUNDS):
        times = []
        for i in range(steps):
            started = time.perf_counter()
            step(i)
            torch.cuda.synchronize()
            times.append((time.perf_counter() - started) * 1e3)
        synchronised.append(statistics.median(times))
        started = time.perf_counter()
        for i in range(steps):
            step(i)
        torch.cuda.synchronize()
        queued.append((time.perf_counter() - started) * 1e3 / steps)
    mib = torch.cuda.memory_allocated() / 2**20
    shown = "-" if capture is None else f"{capture * 1e3:.0f}"
    print(f"{workload}\t{form}\t{spread(synchronised)}\t{spread(queued)}\t{shown}\t{mib:.0f}", flush=True)


def model():
    return nn.Sequential(
        nn.Linear(784, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 10)
    ).to(DEVICE)


BATCHES = [
    (torch.rand(128, 784, device=DEVICE), torch.tensor([(i * 7 + s) % 10 for i in range(128)], device=DEVICE))
    for s in range(8)
]


def training(form, compiled, graphed):
    net = model()
    lr = torch.tensor(1e-3, device=DEVICE)
    optim = torch.optim.AdamW(net.parameters(), lr=lr, capturable=True, fused=None, foreach=True)
    x, y = BATCHES[0][0].clone(), BATCHES[0][1].clone()
    criterion = nn.CrossEntropyLoss()

    def body():
        optim.zero_grad(set_to_none=not graphed)
        loss = criterion(net(x), y)
        loss.backward()
        optim.step()
        return loss

    run = body
    started = time.perf_counter()
    if compiled:
        def forward():
            return criterion(net(x), y)

        forward = torch.compile(forward)
        update = torch.compile(optim.step)

        def run():
            optim.zero_grad(set_to_none=not graphed)
            loss = forward()
            loss.backward()
            update()
            return loss
    if graphed:
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(5):
                run()
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            loss = run()
        capture = time.perf_counter() - started
    else:
        capture = None

    def step(i):
        bx, by = BATCHES[i % 8]
        x.copy_(bx)
        y.copy_(by)
        lr.fill_(rate(i))
        if graphed:
            graph.replay()
            return loss.clone()
        return run()

    measure("training step", form, 300 if graphed else 100, step, capture)


def chain(links):
    workload = f"chain of {links}"
    steps = min(max(30_000 // links, 10), 200)
    inputs = [b[0][:32, :32].contiguous() for b in BATCHES]
    turn = torch.roll(torch.eye(32, device=DEVICE), 1, 1).contiguous()

    def body(y):
        for _ in range(links):
            y = y @ turn
        return y

    with torch.no_grad():
        measure(workload, "torch eager", steps, lambda i: body(inputs[i % 8]))
        x = inputs[0].clone()
        started = time.perf_counter()
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                body(x)
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            out = body(x)
        capture = time.perf_counter() - started

        def step(i):
            x.copy_(inputs[i % 8])
            graph.replay()
            return out.clone()

        measure(workload, "torch CUDA graph", steps, step, capture)


if __name__ == "__main__":
    print(torch.__version__, torch.cuda.get_device_name(), file=sys.stderr)
    training("torch eager", compiled=False, graphed=False)
    training("torch CUDA graph", compiled=False, graphed=True)
    try:
        training("torch.compile + CUDA graph", compiled=True, graphed=True)
    except Exception as error:  # A compiler that does not work on the machine is said, and the other lines stand.
        print(f"torch.compile: {error}", file=sys.stderr)
    for links in (150, 1000, 5000):
        chain(links)
