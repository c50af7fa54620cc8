import type { JSONValue } from '../../src/descriptor/types.js'
import { splitArguments, unquote } from './marker.js'

/**
 * Reads a value in the notation of controller-tools or JSON: numbers, booleans, quoted and bare strings,
 * `{a;b}` lists, `{key: value}` tables.
 */
export function parseMarkerValue(text: string): JSONValue {
  const source = text.trim()
  try {
    return JSON.parse(source)
  } catch {
    return parseLoose(source)
  }
}

function parseLoose(source: string): JSONValue {
  if (source.startsWith('{') && source.endsWith('}')) {
    const inner = source.slice(1, -1)
    const parts = splitArguments(inner)
    const isTable = parts.length > 0 && parts.every((part) => /^("[^"]*"|[\w.-]+)\s*:/.test(part))
    if (!isTable) return splitArguments(inner, inner.includes(';') ? ';' : ',').map(parseMarkerValue)
    return Object.fromEntries(
      parts.map((part) => {
        const colon = part.startsWith('"') ? part.indexOf(':', part.indexOf('"', 1)) : part.indexOf(':')
        return [unquote(part.slice(0, colon)), parseMarkerValue(part.slice(colon + 1))]
      }),
    )
  }
  return unquote(source)
}
