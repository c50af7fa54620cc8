/** How many units a seat-second has: sums of whole units never drift, so that equal queues stay equal. */
const unitsPerSecond = 1e8

/** Work in whole units. Source: `SeatsTimesDuration` of k8s.io/apiserver/pkg/util/flowcontrol/request. */
export function seatSeconds(seats: number, milliseconds: number): number {
  const units = (seats * milliseconds * unitsPerSecond) / 1000
  return Math.sign(units) * Math.round(Math.abs(units))
}

/** Milliseconds that some work takes with a number of seats. */
export function millisecondsPerSeat(work: number, seats: number): number {
  return (work / seats / unitsPerSecond) * 1000
}

/** Work as tables show it. */
export function formatSeatSeconds(work: number): string {
  return `${(work / unitsPerSecond).toFixed(8)}ss`
}
