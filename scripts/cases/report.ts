import type { CaseLine, Outcome } from './case-line.js'
import { withoutCauseOrder } from './cause-order.js'
import { differences } from './differences.js'

interface Counted {
  equal: number
  all: number
  missing: number
  reordered: number
}

interface Replayed {
  readonly line: CaseLine
  /** Of the line in its file, from 1. */
  readonly number: number
  readonly outcome: Outcome
}

/** Counts what was replayed and prints it. */
export class Report {
  readonly #show: number
  readonly #missing: boolean
  readonly #files = new Map<string, Map<string, Counted>>()
  readonly #shown: string[] = []
  #current = ''

  /** @param options - how many differing lines are shown, and whether those of kinds without strategy are among them. */
  constructor(options: { readonly show: number; readonly missing: boolean }) {
    this.#show = options.show
    this.#missing = options.missing
  }

  /** Begins a file. */
  file(name: string): void {
    this.#current = name
    this.#files.set(name, new Map())
  }

  add({ line, number, outcome }: Replayed): void {
    const { group, version, resource } = line.gvr
    const name = `${group === '' ? 'core' : group}/${version} ${resource}${line.sub === undefined ? '' : `/${line.sub}`}`
    const kinds = this.#files.get(this.#current) as Map<string, Counted>
    const counted = kinds.get(name) ?? { equal: 0, all: 0, missing: 0, reordered: 0 }
    kinds.set(name, counted)
    counted.all += 1
    const expected = JSON.stringify(outcome.expected)
    if (JSON.stringify(outcome.given) === expected) {
      counted.equal += 1
      return
    }
    if (JSON.stringify(withoutCauseOrder(outcome.given)) === JSON.stringify(withoutCauseOrder(outcome.expected))) {
      counted.reordered += 1
      return
    }
    if (outcome.missing !== undefined) counted.missing += 1
    if (outcome.missing !== undefined && !this.#missing) return
    if (this.#shown.length < this.#show) this.#shown.push(this.#described(name, { line, number, outcome }))
  }

  print(): void {
    for (const text of this.#shown) console.log(text)
    for (const [file, kinds] of this.#files) {
      for (const [name, counted] of [...kinds].sort(([a], [b]) => (a < b ? -1 : 1))) {
        console.log(`  ${file} ${name}: ${counts(counted)}`)
      }
      console.log(`${file}: ${counts(sum([...kinds.values()]))}`)
    }
  }

  #described(name: string, { line, number, outcome }: Replayed): string {
    const what = [line.verb, line.of, line.field, line.mutation].filter((part) => part !== undefined).join(' ')
    const lines = differences(outcome.expected, outcome.given).map((difference) => `    ${difference}`)
    return [`${this.#current}:${number} ${name} ${what}`, ...lines].join('\n')
  }
}

function counts({ equal, all, missing, reordered }: Counted): string {
  const notes = [
    ...(reordered === 0 ? [] : [`${reordered} in another order`]),
    ...(missing === 0 ? [] : [`${missing} without strategy`]),
  ]
  return `${equal} of ${all}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`
}

function sum(counted: readonly Counted[]): Counted {
  const total = { equal: 0, all: 0, missing: 0, reordered: 0 }
  for (const { equal, all, missing, reordered } of counted) {
    total.equal += equal
    total.all += all
    total.missing += missing
    total.reordered += reordered
  }
  return total
}
