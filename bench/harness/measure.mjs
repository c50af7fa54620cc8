import { setImmediate } from 'node:timers/promises'

/** How long a turn of an operation lasts at least, for the clock. */
const minimalBatchMs = 40
/** Operations take turns while they are warmed up too: what one teaches the engine, the others must not forget. */
const warmUpTurns = 4
const warmUpCalls = 10

function elapsed(run, context, times) {
  const started = performance.now()
  for (let i = 0; i < times; i++) _sink = run(context)
  return performance.now() - started
}

// Results end here, so that no operation can be optimised away.
let _sink

/** Calls for at least so many milliseconds and so many times. */
function warm({ run }, context, { ms, calls }) {
  const end = performance.now() + ms
  for (let call = 0; call < calls || performance.now() < end; call++) _sink = run(context)
}

/** Calls per batch of a warm operation: as many as last long enough for the clock. */
function batchSize({ run }, context) {
  for (let times = 1; ; ) {
    const took = elapsed(run, context, times)
    if (took >= minimalBatchMs) return times
    times = Math.ceil(times * Math.max(1.5, Math.min(10, (minimalBatchMs * 1.2) / Math.max(took, 0.01))))
  }
}

/** For the `measure` of an operation that is asynchronous: each sample is one call, in ms; the first call does not count. */
export function timed(run) {
  let isWarm = false
  return async (context) => {
    if (!isWarm) await run(context)
    isWarm = true
    // Objects behind weak references live until the turn of the event loop ends, and would slow the next operation.
    await setImmediate()
    globalThis.gc?.()
    const started = performance.now()
    await run(context)
    return performance.now() - started
  }
}

function sampler(operation, context) {
  if (operation.measure !== undefined) return () => operation.measure(context)
  const times = batchSize(operation, context)
  return () => {
    // Each operation pays for its own garbage only, and not for what the engine forgot while collecting.
    globalThis.gc?.()
    _sink = operation.run(context)
    return elapsed(operation.run, context, times) / times
  }
}

/**
 * Samples of the operations of a workload: name → one number a round. Operations have `run` (timed, in ms) or `measure`
 * (returns the number itself, may be asynchronous). The optimising compiler needs about a second to reach all of an
 * operation of 50 ms, therefore each is warmed up for `warmUpMs` before the first round.
 */
export async function measure(operations, context, { rounds, warmUpMs, onProgress = () => {} }) {
  const timed = operations.filter(({ run }) => run !== undefined)
  for (let turn = 1; turn <= warmUpTurns; turn++) {
    onProgress(`warming up, ${turn} of ${warmUpTurns}`)
    const share = { ms: warmUpMs / warmUpTurns, calls: Math.ceil(warmUpCalls / warmUpTurns) }
    for (const operation of timed) warm(operation, context, share)
  }
  const samplers = operations.map((operation) => ({ name: operation.name, sample: sampler(operation, context) }))
  const samples = new Map(operations.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    onProgress(`round ${round + 1} of ${rounds}`)
    for (let turn = 0; turn < samplers.length; turn++) {
      const { name, sample } = samplers[(round + turn) % samplers.length]
      samples.get(name).push(await sample())
    }
  }
  _sink = undefined
  return samples
}
