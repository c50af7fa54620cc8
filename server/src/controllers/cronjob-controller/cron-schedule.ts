import { cronScheduleProblem } from 'apimachinery/api/validation/batch'
import { MachineryError } from 'apimachinery/errors'
import { parseDuration } from 'apimachinery/scalar'
import { type CivilTime, ZoneTime } from './zone-time.js'

/** Tells when something is due again. */
export interface CronSchedule {
  /** The first time after a moment, milliseconds since 1970; undefined if there is none within five years. */
  next(moment: number): number | undefined
}

const descriptors: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}
const every = '@every '
const [second, minute, hour] = [1000, 60_000, 3_600_000]

/**
 * Reads a schedule as robfig/cron does: five fields, `@daily` and the like, `@every 90m`, after `TZ=` or `CRON_TZ=` and a zone.
 *
 * @throws MachineryError `InvalidValue`
 */
export function parseCronSchedule(text: string): CronSchedule {
  const problem = cronScheduleProblem(text)
  if (problem !== undefined) throw new MachineryError('InvalidValue', problem)
  const [, zone, spec = text] = /^(?:CRON_)?TZ=(\S*) +(.*)$/.exec(text) ?? []
  const trimmed = spec.trim()
  if (trimmed.startsWith(every)) return everyInterval(Number(parseDuration(trimmed.slice(every.length)) / 1_000_000n))
  return new FieldSchedule(descriptors[trimmed] ?? trimmed, new ZoneTime(zone))
}

/** Whole seconds, at least one. */
function everyInterval(milliseconds: number): CronSchedule {
  const interval = Math.max(second, milliseconds - (milliseconds % second))
  return { next: (moment) => moment - (moment % second) + interval }
}

/** The values of a field, and whether it is `*`: then only the other field for days counts. */
interface Field {
  readonly values: ReadonlySet<number>
  readonly isStar: boolean
}

class FieldSchedule implements CronSchedule {
  readonly #zone: ZoneTime
  readonly #minute: Field
  readonly #hour: Field
  readonly #day: Field
  readonly #month: Field
  readonly #weekday: Field

  constructor(spec: string, zone: ZoneTime) {
    const [minutes = '*', hours = '*', days = '*', months = '*', weekdays = '*'] = spec.split(/\s+/)
    this.#zone = zone
    this.#minute = fieldOf(minutes, [0, 59])
    this.#hour = fieldOf(hours, [0, 23])
    this.#day = fieldOf(days, [1, 31])
    this.#month = fieldOf(months, [1, 12])
    this.#weekday = fieldOf(weekdays, [0, 6])
  }

  next(moment: number): number | undefined {
    const zone = this.#zone
    let at = moment - (moment % second) + second
    const limit = zone.civil(at).year + 5
    // A field that had to be moved sets those below it to their beginning.
    for (let moved = false; ; moved = true) {
      const civil = zone.civil(at)
      if (civil.year > limit) return undefined
      const next = this.#step(at, civil, moved)
      if (next === at) return at
      at = next
    }
  }

  /** The moment itself if it fits, otherwise a later one at which it has to be looked again. */
  #step(at: number, civil: CivilTime, moved: boolean): number {
    const { year, month, day } = civil
    if (!this.#month.values.has(month)) return this.#zone.moment({ year, month: month + 1, day: 1 })
    if (!this.#fitsDay(civil)) return this.#midnight(this.#zone.moment({ year, month, day: day + 1 }))
    if (!this.#hour.values.has(civil.hour)) {
      const begin = moved ? at : this.#zone.moment({ year, month, day, hour: civil.hour })
      return begin + hour
    }
    if (!this.#minute.values.has(civil.minute)) return at - (at % minute) + minute
    return civil.second === 0 ? at : at - (at % minute) + minute
  }

  /** Where clocks skip midnight, the day begins at another hour. */
  #midnight(at: number): number {
    const { hour: hours } = this.#zone.civil(at)
    if (hours === 0) return at
    return hours > 12 ? at + (24 - hours) * hour : at - hours * hour
  }

  #fitsDay({ day, weekday }: CivilTime): boolean {
    const [fitsDay, fitsWeekday] = [this.#day.values.has(day), this.#weekday.values.has(weekday)]
    return this.#day.isStar || this.#weekday.isStar ? fitsDay && fitsWeekday : fitsDay || fitsWeekday
  }
}

const names: Readonly<Record<string, number>> = Object.fromEntries([
  ...['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'].map((name, i) => [name, i] as const),
  ...['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'].map(
    (name, i) => [name, i + 1] as const,
  ),
])

/** The values that a valid field names. */
function fieldOf(text: string, [min, max]: readonly [number, number]): Field {
  const values = new Set<number>()
  let isStar = false
  for (const range of text.split(',')) {
    if (range === '') continue
    const [place = '', width] = range.split('/')
    const [low = '', high] = place.split('-')
    const step = width === undefined ? 1 : Number(width)
    const all = low === '*' || low === '?'
    if (all && step === 1) isStar = true
    const start = all ? min : numberOf(low)
    const end = all || (high === undefined && width !== undefined) ? max : numberOf(high ?? low)
    for (let value = start; value <= end; value += step) values.add(value)
  }
  return { values, isStar }
}

function numberOf(text: string): number {
  return names[text.toLowerCase()] ?? Number(text)
}
