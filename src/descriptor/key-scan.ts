import { isEscaped } from '../json/string-end.js'

/** Result of a scan of JSON text for keys. */
export interface KeyScan {
  /** Number of keys, at least: text that only looks like the end of a key is counted too. */
  readonly keys: number
  /** A member may be written as `1.0` or `1e2`, whole in value but not in notation. */
  readonly wholeFraction: boolean
  /** The count may be too low: there may be white space between a key and its colon. */
  readonly unsure: boolean
}

const quoteMark = 34
const nine = 57
const zero = 48
const escapedMark = '\\":'

/**
 * Counts the keys of a valid JSON text without parsing it: every colon after an unescaped quotation mark ends a key. If the
 * count differs from the number of keys of the parsed value, the text has duplicates.
 */
export function scanKeys(text: string): KeyScan {
  let keys = 0
  let wholeFraction = false
  let unsure = false
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    const before = text.charCodeAt(at - 1)
    if (before === quoteMark) {
      keys++
      const next = text.charCodeAt(at + 1)
      if (next <= nine && next !== quoteMark && !wholeFraction && isWholeFraction(text, at + 1)) {
        // JSON in a string, such as an annotation, has its quotation marks escaped.
        wholeFraction = !isEscaped(text, at - 1)
      }
    } else if (!unsure && isBlank(before)) {
      unsure = mayFollowKey(text, at - 1)
    }
  }
  return { keys: keys - countEscapedMarks(text), wholeFraction, unsure }
}

/** Reports whether white space may follow a key; in the prose of a string it follows something else. */
function mayFollowKey(text: string, blank: number): boolean {
  let at = blank
  while (isBlank(text.charCodeAt(at))) at--
  return text.charCodeAt(at) === quoteMark && !isEscaped(text, at)
}

/** Counts what looks like the end of a key within strings. */
function countEscapedMarks(text: string): number {
  let count = 0
  for (let at = text.indexOf(escapedMark); at !== -1; at = text.indexOf(escapedMark, at + 3)) {
    if (isEscaped(text, at + 1)) count++
  }
  return count
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13
}

const numberMember = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const fractions = /[,[][ \t\r\n]*-?\d+(?:\.0+[,\]} \t\r\n]|\.\d+[eE]|[eE])/

/** Nothing is allocated for plain integers, which is nearly all there is. */
function isWholeFraction(text: string, at: number): boolean {
  let start = at
  while (isBlank(text.charCodeAt(start))) start++
  // The first is a digit or a sign.
  let end = start + 1
  while (text.charCodeAt(end) >= zero && text.charCodeAt(end) <= nine) end++
  if (!'.eE'.includes(text.charAt(end))) return false
  numberMember.lastIndex = start
  const number = numberMember.exec(text)?.[0]
  return number !== undefined && Number.isInteger(Number(number))
}

/** Reports whether an element of some list may be written as `1.0` or `1e2`. */
export function mayHaveWholeFractionElements(text: string): boolean {
  return fractions.test(text)
}
