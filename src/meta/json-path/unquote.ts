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
 * The text between two equal quotes, with Go's escapes. Escaped bytes are UTF-8.
 *
 * @returns `undefined` for an escape that Go does not support.
 */
export function unquote(quoted: string): string | undefined {
  const quote = quoted[0]!
  const inner = quoted.slice(1, -1)
  if (!inner.includes('\\')) return inner
  let failed = false
  const text = inner.replace(escapes, (sequence) => {
    const piece = sequence === `\\${quote}` ? quote : unescaped(sequence)
    failed ||= piece === undefined
    return piece ?? ''
  })
  return failed ? undefined : text
}

/** Bytes that follow each other make characters together. */
const escapes = /(?:\\x[0-9a-fA-F]{2}|\\[0-3][0-7]{2})+|\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[\s\S]|$)/gu
const byteEscape = /\\(?:x([0-9a-fA-F]{2})|([0-3][0-7]{2}))/g

function unescaped(sequence: string): string | undefined {
  const named = simple.get(sequence.slice(1))
  if (named !== undefined) return named
  const bytes = Array.from(sequence.matchAll(byteEscape), ([, hex, octal]) =>
    hex === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(hex, 16),
  )
  if (bytes.length > 0) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes))
  const code = Number.parseInt(sequence.slice(2), 16)
  const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : undefined
}
