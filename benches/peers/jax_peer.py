"""JAX's side of the GPU table: the workloads of `src/workloads.rs` under `jit`, with donated state. Full precision products, or TF32 with `PEER_TF32=1`.

Prints the lines that `gpu-table` prints.
"""

import functools
import math
import os
import statistics
import sys
import time

import jax
import jax.numpy as jnp
import optax

TF32 = os.environ.get("PEER_TF32") == "1"
jax.config.update("jax_default_matmul_precision", "tensorfloat32" if TF32 else "highest")
ROUNDS = 5


def rate(step):
    return 1e-3 * 0.5 * (1 + math.cos(math.pi * (step % 1000) / 1000))


def spread(times):
    return f"{statistics.median(times):.4f}\t{min(times):.4f}\t{max(times):.4f}"


def measure(workload, form, steps, step, capture):
    for i in range(30):
        last = step(i)
    jax.block_until_ready(last)
    synchronised, queued = [], []
    for _ in range(ROUNDS):
        times = []
        for i in range(steps):
            started = time.perf_counter()
            jax.block_until_ready(step(i))
            times.append((time.perf_counter() - started) * 1e3)
        synchronised.append(statistics.median(times))
        started = time.perf_counter()
        for i in range(steps):
            last = step(i)
        jax.block_until_ready(last)
        queued.append((time.perf_counter() - started) * 1e3 / steps)
    stats = jax.devices()[0].memory_stats() or {}
    mib = stats.get("bytes_in_use", 0) / 2**20
    print(f"{workload}\t{form}\t{spread(synchronised)}\t{spread(queued)}\t{capture * 1e3:.0f}\t{mib:.0f}", flush=True)


def init(key):
    sizes = [784, 512, 512, 10]
    params = []
    for i, o in zip(sizes, sizes[1:]):
        key, k = jax.random.split(key)
        params.append((jax.random.uniform(k, (i, o), minval=-0.05, maxval=0.05), jnp.zeros(o)))
    return params


def loss_of(params, x, y):
    for w, b in params[:-1]:
        x = jax.nn.relu(x @ w + b)
    w, b = params[-1]
    return optax.softmax_cross_entropy_with_integer_labels(x @ w + b, y).mean()


OPTIM = optax.inject_hyperparams(optax.adamw)(learning_rate=1e-3)


@functools.partial(jax.jit, donate_argnums=(0, 1))
def train_step(params, state, x, y, lr):
    state.hyperparams["learning_rate"] = lr
    loss, grads = jax.value_and_grad(loss_of)(params, x, y)
    updates, state = OPTIM.update(grads, state, params)
    return optax.apply_updates(params, updates), state, loss


def training():
    keys = jax.random.split(jax.random.key(0), 9)
    batches = [
        (jax.random.uniform(keys[s], (128, 784)), jnp.array([(i * 7 + s) % 10 for i in range(128)])) for s in range(8)
    ]
    params = init(keys[8])
    held = [params, OPTIM.init(params)]

    def step(i):
        x, y = batches[i % 8]
        held[0], held[1], loss = train_step(held[0], held[1], x, y, rate(i))
        return loss

    started = time.perf_counter()
    jax.block_until_ready(step(0))
    measure("training step", "JAX jit, donated", 300, step, time.perf_counter() - started)


def chain(links):
    turn = jnp.roll(jnp.eye(32), 1, 1)
    inputs = [jax.random.uniform(jax.random.key(s), (32, 32)) for s in range(8)]

    @jax.jit
    def body(y, turn):
        for _ in range(links):
            y = y @ turn
        return y

    started = time.perf_counter()
    jax.block_until_ready(body(inputs[0], turn))
    capture = time.perf_counter() - started
    steps = min(max(30_000 // links, 10), 200)
    measure(f"chain of {links}", "JAX jit", steps, lambda i: body(inputs[i % 8], turn), capture)


if __name__ == "__main__":
    print(jax.__version__, jax.devices()[0].device_kind, file=sys.stderr)
    training()
    for links in (150, 1000):
        chain(links)
