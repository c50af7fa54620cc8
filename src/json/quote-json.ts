const escaped = ['<', '>', '&', '\u2028', '\u2029']
const escapeHere = /[<>&\u2028\u2029]/
const escapeAll = /[<>&\u2028\u2029]/g

const notPlain = /[^ !#-%'-;=?-[\]-~]/
/** From this length on a regular expression is faster than a loop. */
const longText = 40

/** Quotes a JSON string as Go does: `<`, `>`, `&`, U+2028 and U+2029 escaped, lone surrogates as U+FFFD. */
export function quoteJSON(text: string): string {
  return isPlain(text) ? `"${text}"` : escapeAsGo(JSON.stringify(text))
}

/** Reports whether a text is ASCII without control characters, and has nothing to escape. */
export function isPlain(text: string): boolean {
  if (text.length >= longText) return !notPlain.test(text)
  for (let i = 0; i < text.length; i++) if (plainUnits[text.charCodeAt(i)] !== 1) return false
  return true
}

const plainUnits: Uint8Array = /* @__PURE__ */ tableOfPlainUnits()

function tableOfPlainUnits(): Uint8Array {
  const table = new Uint8Array(0x7f).fill(1, 0x20)
  for (const character of '"\\<>&') table[character.charCodeAt(0)] = 0
  return table
}

/**
 * Converts the output of `JSON.stringify` to Go's form, byte for byte. Outside strings none of the characters can occur, so
 * the whole document is treated at once.
 */
export function escapeAsGo(json: string): string {
  const safe = escapeHTML(json)
  return safe.includes('\\ud') ? safe.replace(/\\(?:ud[89a-f]..|.)/g, replaceSurrogate) : safe
}

/** Escapes `<`, `>`, `&`, U+2028 and U+2029 in JSON text, as Go's `json.HTMLEscape`. */
export function escapeHTML(json: string): string {
  return hasEscaped(json) ? json.replace(escapeAll, escapeCharacter) : json
}

/** Looking for one character after another is several times as fast as matching all of them, unless the text is short. */
function hasEscaped(json: string): boolean {
  return json.length < 100 ? escapeHere.test(json) : escaped.some((character) => json.includes(character))
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/**
 * `JSON.stringify` escapes lone surrogates only, so every such escape is one. U+DC80 to U+DCFF represent bytes that are not
 * UTF-8 (see `internal/escaped-text.ts`); Go writes those as an escape, and U+FFFD itself unescaped.
 */
function replaceSurrogate(sequence: string): string {
  if (!sequence.startsWith('\\ud') || sequence.length !== 6) return sequence
  return /^\\udc[89a-f]/.test(sequence) ? '\\ufffd' : '\ufffd'
}
