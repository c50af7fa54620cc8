/** What a scan of JSON text over its keys found. */
export interface KeyScan {
  /** Number of keys, at least: text that only looks like the end of a key is counted too. */
  readonly keys: number
  /** A member may be written as `1.0` or `1e2`, whole in value but not in notation. */
  readonly wholeFraction: boolean
  /** The count may be too low: blanks stand before colons. */
  readonly unsure: boolean
}

const quoteMark = 34
const backslash = 92

/**
 * Counts the keys of a valid JSON text without reading it: every colon that follows a quotation mark ends a key. Comparing
 * the count with the keys of the parsed value tells whether the text has duplicates.
 */
export function scanKeys(text: string): KeyScan {
  let keys = 0
  let wholeFraction = false
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    if (text.charCodeAt(at - 1) !== quoteMark || isEscaped(text, at - 1)) continue
    keys++
    if (!wholeFraction && startsNumber(text.charCodeAt(at + 1))) wholeFraction = isWholeFraction(text, at + 1)
  }
  return { keys, wholeFraction, unsure: blankBeforeColon.test(text) }
}

/** After an escaped quotation mark a string goes on. */
function isEscaped(text: string, at: number): boolean {
  let start = at
  while (text.charCodeAt(start - 1) === backslash) start--
  return (at - start) % 2 === 1
}

/** A digit, a minus sign, or a blank that may stand before one. */
function startsNumber(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 45 || code === 32 || code === 9 || code === 10 || code === 13
}

const numberMember = /[ \t\r\n]*(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/y
const blankBeforeColon = /[ \t\r\n]:/
const fractions = /[,[][ \t\r\n]*-?\d+(?:\.0+[,\]} \t\r\n]|\.\d+[eE]|[eE])/

function isWholeFraction(text: string, at: number): boolean {
  numberMember.lastIndex = at
  const number = numberMember.exec(text)?.[1]
  return number !== undefined && /[.eE]/.test(number) && Number.isInteger(Number(number))
}

/** Reports whether an element of some list may be written as `1.0` or `1e2`. */
export function mayHaveWholeFractionElements(text: string): boolean {
  return fractions.test(text)
}

const unusual = /\\[u/]|[:,[][ \t\r\n]*(?:-0|-?\d+[.eE])|"\d+"[ \t\r\n]*:/

/** Reports whether writing the parsed value might not give the text back, blanks aside. */
export function mayNotReadBack(text: string): boolean {
  return unusual.test(text)
}
