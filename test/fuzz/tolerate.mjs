import { isMachineryError } from 'apimachinery/errors'

/** Time of the processor in milliseconds: what else the machine does counts little. */
function now() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** What the steps of a run have taken, each without those inside it. */
const times = { longest: 0, inside: 0 }

/** Times a step. */
export function timed(work) {
  const outer = times.inside
  times.inside = 0
  const started = now()
  try {
    return work()
  } finally {
    const took = now() - started
    times.longest = Math.max(times.longest, took - times.inside)
    times.inside = outer + took
  }
}

/** Runs a step that may refuse what it is given, by an error of this package; any other one is passed on. */
export function tolerate(work) {
  try {
    return timed(work)
  } catch (error) {
    if (!isMachineryError(error)) throw error
    return undefined
  }
}

/** Runs something made of steps; gives back what it threw and the time of the longest step, in milliseconds. */
export async function measured(work) {
  Object.assign(times, { longest: 0, inside: 0 })
  const started = now()
  let error
  try {
    await work()
  } catch (thrown) {
    error = thrown ?? new Error('nothing was thrown')
  }
  const rest = now() - started - times.inside
  return { error, longest: Math.max(times.longest, rest) }
}
