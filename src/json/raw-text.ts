import { documentValue } from './document-value.js'
import type { JSONValue } from './json-value.js'
import { parseDocument } from './parse-document.js'
import { escapeHTML } from './quote-json.js'
import { stringEnd } from './string-end.js'
import { stringifyJSON } from './stringify-json.js'

let texts: WeakMap<object, string> | undefined

/**
 * Remembers the text an untyped value was read from, where the value alone would not give it back: `1.0`, duplicate keys,
 * escapes, the order of integer-like keys. Go carries the text of such values, so writers that want Go's bytes ask for it:
 * protobuf writes it as it stands, JSON its {@link compactText}.
 * Copies of the value do not have it.
 */
export function rememberText(value: object, text: string): void {
  texts ??= new WeakMap()
  texts.set(value, text)
}

/** Reports whether a text is remembered for a value. */
export function hasRememberedText(value: object): boolean {
  return texts?.has(value) === true
}

/** The remembered text, as long as it still says what the value says. */
export function rememberedText(value: object): string | undefined {
  const text = texts?.get(value)
  if (text === undefined || stringifyJSON(documentValue(parseDocument(text))) !== stringifyJSON(value as JSONValue))
    return undefined
  return text
}

const blanksOrQuote = /\s+|"/g

/** Valid JSON text without blanks, and otherwise as it stands. */
export function withoutBlanks(text: string): string {
  let out = ''
  let done = 0
  blanksOrQuote.lastIndex = 0
  for (let match = blanksOrQuote.exec(text); match !== null; match = blanksOrQuote.exec(text)) {
    if (match[0] === '"') {
      blanksOrQuote.lastIndex = stringEnd(text, match.index)
      continue
    }
    out += text.slice(done, match.index)
    done = blanksOrQuote.lastIndex
  }
  return out + text.slice(done)
}

/** As {@link withoutBlanks}, with Go's escapes for `<`, `>`, `&`, U+2028 and U+2029. */
export function compactText(text: string): string {
  return escapeHTML(withoutBlanks(text))
}
