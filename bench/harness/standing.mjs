import { ratio, spread } from './statistics.mjs'

/** How far a median, as exact as it is shown, stays behind its goal, as a share: 0 when it is met. */
function shortfall(exact, { atMost, atLeast }) {
  const median = Number(exact.toPrecision(3))
  return Math.max(0, atMost === undefined ? 1 - median / atLeast : median / atMost - 1)
}

/** The aims of a workload with their measurements, except those whose operations did not run. */
export function standing(aims, workload, samples) {
  return aims
    .filter((row) => row.workload === workload)
    .flatMap(({ title, goals }) => goals.map((goal) => ({ title, goal })))
    .filter(({ goal: { of, than } }) => samples.has(of) && (than === undefined || samples.has(than)))
    .map(({ title, goal }) => {
      const { of, than, aim } = goal
      const measured = than === undefined ? spread(samples.get(of)) : ratio(samples.get(of), samples.get(than))
      const missedBy = shortfall(measured.median, goal)
      return { title, aim, measured, met: missedBy === 0, missedBy }
    })
}
