/** A signed token in its compact form, of which nothing is verified. */
export interface CompactToken {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
}

/**
 * The parts of a text that may be a signed token: three parts in base64 for URLs without padding, of which the first two are JSON objects.
 * `undefined` for other texts.
 *
 * Source: `ParseSigned` of github.com/go-jose/go-jose/v4/jwt.
 */
export function compactToken(text: string): CompactToken | undefined {
  const parts = text.split('.')
  if (parts.length !== 3 || !parts.every(isBase64URL)) return undefined
  const [header, claims] = parts.map(objectIn)
  return header === undefined || claims === undefined ? undefined : { header, claims }
}

/** Whether a text is bytes in base64 for URLs, without padding. */
export function isBase64URL(part: string): boolean {
  return part.length % 4 !== 1 && /^[A-Za-z0-9_-]+$/.test(part)
}

function objectIn(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(part, 'base64url')))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    return undefined
  }
}
