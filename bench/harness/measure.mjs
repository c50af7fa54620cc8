/** Every round runs each operation once, in turn, so that what slows the machine slows all of them. */
const minimalBatchMs = 30
const warmUpMs = 150

function elapsed(run, context, times) {
  const started = performance.now()
  for (let i = 0; i < times; i++) _sink = run(context)
  return performance.now() - started
}

// Results end here, so that no operation can be optimised away.
let _sink

/** Calls per batch: as many as last long enough for the clock. Calling it also warms the operation up. */
function batchSize(run, context) {
  let times = 1
  const end = performance.now() + warmUpMs
  for (;;) {
    const took = elapsed(run, context, times)
    if (took < minimalBatchMs)
      times = Math.ceil(times * Math.max(1.5, Math.min(10, (minimalBatchMs * 1.2) / Math.max(took, 0.01))))
    else if (performance.now() > end) return times
  }
}

function sampler(operation, context) {
  if (operation.measure !== undefined) return () => operation.measure(context)
  const times = batchSize(operation.run, context)
  return () => {
    // Each operation pays for its own garbage only.
    globalThis.gc?.()
    return elapsed(operation.run, context, times) / times
  }
}

/**
 * Samples of the operations of a workload: name → one number a round. Operations have `run` (timed, in ms) or `measure`
 * (returns the number itself, may be asynchronous).
 */
export async function measure(operations, context, rounds) {
  const samplers = operations.map((operation) => ({ name: operation.name, sample: sampler(operation, context) }))
  const samples = new Map(operations.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < samplers.length; turn++) {
      const { name, sample } = samplers[(round + turn) % samplers.length]
      samples.get(name).push(await sample())
    }
  }
  _sink = undefined
  return samples
}
