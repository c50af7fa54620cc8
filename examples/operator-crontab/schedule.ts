import type { Schedule } from './generated/v1/types.gen.js'

/** The fields of a schedule in the order of cron, with their lowest and highest values. */
const fields = [
  ['minute', 0, 59],
  ['hour', 0, 23],
  ['dayOfMonth', 1, 31],
  ['month', 1, 12],
  ['dayOfWeek', 0, 6],
] as const

const minute = 60_000
/** Schedules that are never due, such as 30 February, are not looked for longer. */
const furthest = 4 * 366 * 24 * 60

/** A schedule that was understood. */
export class ParsedSchedule {
  readonly #allowed: readonly ReadonlySet<number>[]
  readonly #anyDay: boolean

  /** @throws Error that says which field cannot be understood */
  constructor(schedule: Schedule) {
    this.#allowed = fields.map(([name, low, high]) => parseField(name, schedule[name] ?? '*', [low, high]))
    // Cron takes either day when both are given.
    this.#anyDay = isGiven(schedule.dayOfMonth) && isGiven(schedule.dayOfWeek)
  }

  /** The first time it is due after a moment; undefined when it never is. Milliseconds since 1970. */
  next(after: number): number | undefined {
    let time = (Math.floor(after / minute) + 1) * minute
    for (let i = 0; i < furthest; i++, time += minute) if (this.#isDue(new Date(time))) return time
    return undefined
  }

  #isDue(date: Date): boolean {
    const [minutes, hours, days, months, weekDays] = this.#allowed
    const onDay = days?.has(date.getUTCDate()) === true
    const onWeekDay = weekDays?.has(date.getUTCDay()) === true
    return (
      minutes?.has(date.getUTCMinutes()) === true &&
      hours?.has(date.getUTCHours()) === true &&
      months?.has(date.getUTCMonth() + 1) === true &&
      (this.#anyDay ? onDay || onWeekDay : onDay && onWeekDay)
    )
  }
}

function isGiven(field: string | undefined): boolean {
  return field !== undefined && field !== '*'
}

/** Lists, ranges and steps: `1,15`, `9-17`, `0/5`. */
function parseField(name: string, text: string, [low, high]: readonly [number, number]): ReadonlySet<number> {
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const [, range = '', from, to, step] = /^(\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part) ?? []
    const first = range === '*' ? low : Number(from)
    const last = range === '*' ? high : Number(to ?? (step === undefined ? from : high))
    const by = Number(step ?? 1)
    if (range === '' || by < 1 || first < low || last > high || first > last) {
      throw new Error(`spec.schedule.${name}: Invalid value: ${JSON.stringify(text)}`)
    }
    for (let value = first; value <= last; value += by) values.add(value)
  }
  return values
}
