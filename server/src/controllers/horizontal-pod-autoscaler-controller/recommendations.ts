/** A number at a moment, milliseconds since 1970. */
interface Noted {
  readonly value: number
  readonly at: number
}

/** What was recommended and done for one autoscaler. */
export interface AutoscalerHistory {
  /** What the metrics asked for. */
  recommendations: Noted[]
  /** By how many replicas it was scaled up and down. */
  readonly ups: Noted[]
  readonly downs: Noted[]
}

export function newHistory(currentReplicas: number, now: number): AutoscalerHistory {
  return { recommendations: [{ value: currentReplicas, at: now }], ups: [], downs: [] }
}

/** Notes a number, in place of the last one that is out of date. */
export function note(list: Noted[], noted: Noted, isOld: (at: number) => boolean): void {
  const old = list.findLastIndex(({ at }) => isOld(at))
  if (old < 0) list.push(noted)
  else list[old] = noted
}

/** The sum of the numbers that were noted in the last seconds. */
export function changeWithin(list: readonly Noted[], seconds: number, now: number): number {
  const recent = list.filter(({ at }) => at > now - seconds * 1000)
  return recent.reduce((sum, { value }) => sum + value, 0)
}
