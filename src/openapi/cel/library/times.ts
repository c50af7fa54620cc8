import { type ClockTime, clockTime } from '../values/times.js'
import { CELError, type Duration, intOf, type Timestamp, type Value } from '../values/value.js'

type Reader = (time: ClockTime, instant: Timestamp) => Value

const readers: Readonly<Record<string, Reader>> = {
  year: ({ year }) => year,
  month: ({ month }) => month,
  day_of_year: ({ dayOfYear }) => dayOfYear,
  day_of_month: ({ day }) => day,
  day_of_month_1_based: ({ day }) => day + 1,
  day_of_week: ({ weekday }) => weekday,
  hours: ({ hours }) => hours,
  minutes: ({ minutes }) => minutes,
  seconds: ({ seconds }) => seconds,
  milliseconds: (_, { nanos }) => Math.floor(nanos / 1_000_000),
}

function accessors(): Record<string, (...args: never[]) => Value> {
  return Object.fromEntries(
    Object.entries(readers).flatMap(([name, read]): [string, (...args: never[]) => Value][] => {
      const access = (instant: Timestamp, zone = 'UTC') => {
        const time = clockTime(instant, zone)
        return time instanceof CELError ? time : read(time, instant)
      }
      const zoned = name === 'seconds' ? 'timestamp_to_seconds_tz' : `timestamp_to_${name}_with_tz`
      return [
        [`timestamp_to_${name}`, access],
        [zoned, access],
      ]
    }),
  )
}

function inUnits(unit: bigint): (value: Duration) => Value {
  return ({ nanos }) => intOf(nanos / unit)
}

/** Functions on instants and durations, by Go's names of their forms. */
export const timeFunctions: Readonly<Record<string, (...args: never[]) => Value>> = {
  .../* @__PURE__ */ accessors(),
  duration_to_hours: /* @__PURE__ */ inUnits(3_600_000_000_000n),
  duration_to_minutes: /* @__PURE__ */ inUnits(60_000_000_000n),
  duration_to_seconds: /* @__PURE__ */ inUnits(1_000_000_000n),
  duration_to_milliseconds: /* @__PURE__ */ inUnits(1_000_000n),
}
