const simple: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
])

/**
 * The text between two equal quotes, with Go's escapes. Escaped bytes above 0x7f are taken for characters.
 *
 * @returns `undefined` for an escape that Go does not know.
 */
export function unquote(quoted: string): string | undefined {
  const quote = quoted[0] as string
  const inner = quoted.slice(1, -1)
  if (!inner.includes('\\')) return inner
  let failed = false
  const text = inner.replace(escapes, (sequence) => {
    const character = sequence.endsWith(quote) ? quote : characterOf(sequence)
    failed ||= character === undefined
    return character ?? ''
  })
  return failed ? undefined : text
}

const escapes = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2}|[\s\S]|$)/gu

function characterOf(sequence: string): string | undefined {
  const named = simple.get(sequence.slice(1))
  if (named !== undefined) return named
  const isOctal = /^\\[0-7]{3}$/.test(sequence)
  const code = isOctal ? Number.parseInt(sequence.slice(1), 8) : Number.parseInt(sequence.slice(2), 16)
  const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : undefined
}
