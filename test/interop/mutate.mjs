const interesting = [
  0x00, 0x01, 0x08, 0x0a, 0x12, 0x7f, 0x80, 0xff, 0xf6, 0xf7, 0xf9, 0xfb, 0x1f, 0x3f, 0x5f, 0x9f, 0xbf, 0xd9,
]

/** Bytes with one to three small changes. */
export function mutateBytes(bytes, random) {
  let result = [...bytes]
  for (let n = 1 + random.below(3); n > 0; n--) result = changeBytes(result, random)
  return Uint8Array.from(result)
}

function changeBytes(bytes, random) {
  const at = random.below(bytes.length + 1)
  switch (random.below(7)) {
    case 0:
      return [...bytes.slice(0, at), random.pick(interesting), ...bytes.slice(at)]
    case 1:
      return [...bytes.slice(0, at), ...bytes.slice(at + 1 + random.below(4))]
    case 2:
      return bytes.slice(0, at)
    case 3: {
      const end = at + random.below(40)
      return [...bytes.slice(0, end), ...bytes.slice(at, end), ...bytes.slice(end)]
    }
    case 4:
      return bytes.map((byte, i) => (i === at ? byte ^ (1 << random.below(8)) : byte))
    case 5:
      return bytes.map((byte, i) => (i === at ? random.pick(interesting) : byte))
    default:
      return bytes.map((byte, i) => (i === at ? (byte + (random.chance(0.5) ? 1 : 255)) & 255 : byte))
  }
}

const pieces = [
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  'null',
  'true',
  '0',
  '-',
  '1.0',
  '1e2',
  '""',
  '{}',
  '[]',
  ' ',
  '\\u0000',
  'a',
  '/',
  '=',
  '!',
  '(',
  ')',
]

/** Text with one to three small changes. */
export function mutateText(text, random) {
  let result = text
  for (let n = 1 + random.below(3); n > 0; n--) {
    const at = random.below(result.length + 1)
    const piece = random.pick(pieces)
    const cut = random.below(3)
    result = result.slice(0, at) + (random.chance(0.6) ? piece : '') + result.slice(at + cut)
  }
  return result.toWellFormed()
}
