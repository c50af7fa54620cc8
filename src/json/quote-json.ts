const escapeHere = /[<>&\u2028\u2029]/
const escapeAll = /[<>&\u2028\u2029]/g
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/
const loneSurrogates: RegExp = /* @__PURE__ */ new RegExp(loneSurrogate, 'g')
const anySurrogate = /[\ud800-\udfff]/

/** Quotes a JSON string as Go does: `<`, `>`, `&`, U+2028 and U+2029 escaped, lone surrogates as U+FFFD. */
export function quoteJSON(text: string): string {
  const whole = anySurrogate.test(text) ? text.replace(loneSurrogates, '\ufffd') : text
  const quoted = JSON.stringify(whole)
  return escapeHere.test(quoted) ? quoted.replace(escapeAll, escapeHTML) : quoted
}

/**
 * Brings what `JSON.stringify` wrote into Go's form, byte for byte. Outside strings none of the characters can occur, so
 * the whole document is treated at once.
 */
export function escapeAsGo(json: string): string {
  const escaped = escapeHere.test(json) ? json.replace(escapeAll, escapeHTML) : json
  return escaped.includes('\\ud') ? escaped.replace(/\\(?:ud[89a-f]..|.)/g, replaceSurrogate) : escaped
}

function escapeHTML(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** `JSON.stringify` escapes lone surrogates only, so every such escape is one. */
function replaceSurrogate(sequence: string): string {
  return sequence.startsWith('\\ud') && sequence.length === 6 ? '\ufffd' : sequence
}
