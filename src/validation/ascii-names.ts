/** Classes of characters in names, as bits. Literals: a bundler drops those that a program does not use. */
const lowerLetter = 0b00001
const digit = 0b00010
const upperLetter = 0b00100
const dash = 0b01000
/** Underscore and dot. */
const joint = 0b10000

const classes: Uint8Array = /* @__PURE__ */ (() => {
  const table = new Uint8Array(128)
  const mark = (characters: string, bit: number): void => {
    for (const character of characters) table[character.charCodeAt(0)] = bit
  }
  mark('abcdefghijklmnopqrstuvwxyz', lowerLetter)
  mark('ABCDEFGHIJKLMNOPQRSTUVWXYZ', upperLetter)
  mark('0123456789', digit)
  mark('-', dash)
  mark('_.', joint)
  return table
})()

const dot = 46
const lowerAlphanumeric = 0b00011
const alphanumeric = 0b00111

function isInClass(text: string, at: number, bits: number): boolean {
  const code = text.charCodeAt(at)
  return code < 128 && (classes[code]! & bits) !== 0
}

/** Characters that are allowed within a lower case label, and within a name. */
const insideLabel = 0b01011
const insideName = 0b11111

/** Reports whether the characters `from`…`to` are lower case letters and digits with dashes between. */
export function isLowerCaseLabel(text: string, from: number = 0, to: number = text.length): boolean {
  if (to <= from || !isInClass(text, from, lowerAlphanumeric) || !isInClass(text, to - 1, lowerAlphanumeric))
    return false
  for (let i = from + 1; i < to - 1; i++) if (!isInClass(text, i, insideLabel)) return false
  return true
}

/** As {@link isLowerCaseLabel}, beginning with a letter. */
export function isLowerCaseIdentifier(text: string): boolean {
  return isInClass(text, 0, lowerLetter) && isLowerCaseLabel(text)
}

/** Reports whether the characters `from`…`to` are lower case labels with dots between. */
export function isLowerCaseSubdomain(text: string, from: number = 0, to: number = text.length): boolean {
  let start = from
  for (let i = from; i < to; i++) {
    if (text.charCodeAt(i) !== dot) continue
    if (!isLowerCaseLabel(text, start, i)) return false
    start = i + 1
  }
  return isLowerCaseLabel(text, start, to)
}

/** Reports whether the characters from `from` on are letters and digits with dashes, underscores and dots between. */
export function isMixedCaseName(text: string, from: number = 0): boolean {
  const last = text.length - 1
  if (last < from || !isInClass(text, from, alphanumeric) || !isInClass(text, last, alphanumeric)) return false
  for (let i = from + 1; i < last; i++) if (!isInClass(text, i, insideName)) return false
  return true
}

/** Reports whether there is nothing but letters, digits, dashes, underscores and dots; empty text included. */
export function isNameCharacters(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (!isInClass(text, i, insideName)) return false
  return true
}
