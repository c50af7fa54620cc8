import type { JSONObject } from 'apimachinery/json'
import type { Stage, StageMoment } from './stage.js'

/** The stage that comes next for an object: by chance, by weight, if there are several. Source: pkg/utils/lifecycle of kwok. */
export function chooseStage(stages: readonly Stage[], object: JSONObject, moment: StageMoment): Stage | undefined {
  const fitting = stages.filter((stage) => stage.matches(object, moment))
  if (fitting.length <= 1) return fitting[0]
  const weighted = fitting.map((stage) => ({ stage, weight: stage.weight(object, moment) }))
  const known = weighted.filter(({ weight }) => weight !== undefined)
  const total = known.reduce((sum, { weight = 0 }) => sum + weight, 0)
  const pick = (length: number): number => Math.floor(moment.random() * length)
  if (total === 0) {
    const among = known.length === 0 ? weighted : known
    return among[pick(among.length)]!.stage
  }
  let left = pick(total)
  for (const { stage, weight = 0 } of known) {
    if (weight <= 0) continue
    left -= weight
    if (left < 0) return stage
  }
  return fitting.at(-1)
}

/** Milliseconds until a stage is played. */
export function delayOf({ delay, jitter }: Stage, object: JSONObject, moment: StageMoment): number {
  const least = delay(object, moment)
  if (least === undefined) return 0
  const most = jitter?.(object, moment)
  if (most === undefined) return least
  return most <= least ? most : least + moment.random() * (most - least)
}
