/** Year, month (1–12), day, hour, minute, second in a zone. */
export interface CivilTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  /** Sunday is 0. */
  readonly weekday: number
}

/** Fields of a {@link CivilTime}; what is left out is 0, and what is beyond its range carries over. */
export type CivilTimeInit = Pick<CivilTime, 'year' | 'month' | 'day'> & Partial<CivilTime>

/** The time of the clocks in a zone of the IANA database. */
export class ZoneTime {
  readonly #format: Intl.DateTimeFormat | undefined

  /** @param zone - without it, and for `Local`, UTC: the zone of the containers that controllers run in. */
  constructor(zone = 'UTC') {
    if (zone === '' || zone === 'UTC' || zone === 'Local') return
    this.#format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', timeZoneName: 'longOffset' })
  }

  /** How far the clocks are ahead of UTC at a moment, in milliseconds. */
  offset(moment: number): number {
    if (this.#format === undefined) return 0
    const name = this.#format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours = '0', minutes = '0', seconds = '0'] = /([+-])(\d+):(\d+)(?::(\d+))?/.exec(name) ?? []
    const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
    return sign === '-' ? -size : size
  }

  /** What the clocks show at a moment, milliseconds since 1970. */
  civil(moment: number): CivilTime {
    const local = new Date(moment + this.offset(moment))
    return {
      year: local.getUTCFullYear(),
      month: local.getUTCMonth() + 1,
      day: local.getUTCDate(),
      hour: local.getUTCHours(),
      minute: local.getUTCMinutes(),
      second: local.getUTCSeconds(),
      weekday: local.getUTCDay(),
    }
  }

  /** The moment at which the clocks show a time; where they skip it or show it twice, that of Go's `time.Date`. */
  moment({ year, month, day, hour = 0, minute = 0, second = 0 }: CivilTimeInit): number {
    const asUTC = Date.UTC(year, month - 1, day, hour, minute, second)
    const guess = this.offset(asUTC)
    return guess === 0 ? asUTC : asUTC - this.offset(asUTC - guess)
  }

  /** A moment as RFC 3339 writes it in the zone, with whole seconds. */
  format(moment: number): string {
    const offset = this.offset(moment)
    const local = new Date(moment + offset).toISOString().slice(0, 19)
    if (offset === 0) return `${local}Z`
    const minutes = Math.floor(Math.abs(offset) / 60_000)
    const two = (value: number): string => String(value).padStart(2, '0')
    return `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  }
}
