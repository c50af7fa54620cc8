import { splitOutsideQuotes, unquoted } from './accept-header.js'

/** A media type with its parameters, as in `Content-Type`. */
export interface MediaType {
  /** Lower case, such as `application/json`. */
  readonly mediaType: string
  /** By name in lower case. */
  readonly parameters: ReadonlyMap<string, string>
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** Reads a `Content-Type` value; `undefined` when it is none, a repeated or broken parameter included. */
export function parseMediaType(text: string): MediaType | undefined {
  const [range = '', ...rest] = splitOutsideQuotes(text, ';')
  const mediaType = range.trim().toLowerCase()
  const parts = mediaType.split('/')
  if (parts.length > 2 || !parts.every((part) => token.test(part))) return undefined
  const parameters = new Map<string, string>()
  // A trailing semicolon is allowed.
  while (rest.at(-1)?.trim() === '') rest.pop()
  for (const part of rest) {
    const equals = part.indexOf('=')
    const name = part
      .slice(0, equals === -1 ? undefined : equals)
      .trim()
      .toLowerCase()
    const raw = equals === -1 ? '' : part.slice(equals + 1).trim()
    const quoted = raw.startsWith('"')
    if (!token.test(name) || parameters.has(name) || !(quoted ? isQuoted(raw) : token.test(raw))) return undefined
    parameters.set(name, unquoted(raw))
  }
  return { mediaType, parameters }
}

function isQuoted(text: string): boolean {
  return /^"(?:[^"\\]|\\.)*"$/.test(text)
}
