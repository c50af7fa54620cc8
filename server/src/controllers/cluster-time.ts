import { timeFromDate, timeToDate } from 'apimachinery/scalar'

/** The moment of a `Time` field, milliseconds since 1970; undefined for one that is not set. */
export function momentOf(time: string | null | undefined): number | undefined {
  return time === undefined || time === null ? undefined : timeToDate(time).getTime()
}

/** The text of a `Time` field for a moment, milliseconds since 1970. */
export function timeAt(moment: number): string {
  return timeFromDate(new Date(moment))
}
