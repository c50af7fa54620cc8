import { daysIn } from '../../../scalar/calendar.js'

const form =
  /^\d{4}-(\d\d?)-(\d\d?)(?:[Tt](\d\d?):(\d\d?):(\d\d?)(?:[.,]\d+)?(?:Z|[+-](\d\d):(\d\d))| +(\d\d?):(\d\d?):(\d\d?)(?:[.,]\d+)?)?$/

/**
 * Reports whether Go's YAML takes `text` for a timestamp. Timestamps are read as text, but text that looks like one is
 * quoted when written.
 */
export function isTimestamp(text: string): boolean {
  const parts = form.exec(text)
  if (parts === null) return false
  const at = (index: number): number => Number(parts[index] ?? 0)
  const day = at(2)
  return (
    day >= 1 &&
    day <= daysIn(at(1), Number(text.slice(0, 4))) &&
    at(3) < 24 &&
    at(4) < 60 &&
    at(5) < 60 &&
    at(6) <= 24 &&
    at(7) <= 60 &&
    at(8) < 24 &&
    at(9) < 60 &&
    at(10) < 60
  )
}
