import type { Cell, NumberFamily } from '@apimachinery/client/metrics'
import type { PassiveClock } from 'apimachinery/wait'

/** The most requests of a kind within the last second. Source: `requestWatermark` of k8s.io/apiserver/pkg/server/filters. */
export class ConcurrencyWatermark {
  readonly #clock: PassiveClock
  readonly #kinds: { readonly readOnly: Level; readonly mutating: Level }

  constructor(family: NumberFamily, clock: PassiveClock) {
    this.#clock = clock
    this.#kinds = { readOnly: newLevel(family.labels('readOnly')), mutating: newLevel(family.labels('mutating')) }
  }

  change(kind: 'readOnly' | 'mutating', by: 1 | -1): void {
    const level = this.#kinds[kind]
    level.now += by
    const second = Math.floor(this.#clock.now() / 1000)
    if (second !== level.second) {
      level.second = second
      level.cell.set(Math.max(level.now, level.now - by))
    } else if (level.now > level.cell.value) {
      level.cell.set(level.now)
    }
  }
}

interface Level {
  readonly cell: Cell
  now: number
  second: number
}

function newLevel(cell: Cell): Level {
  return { cell, now: 0, second: 0 }
}
