const megabyte = 1_000_000
/** How large inputs are, about: a megabyte unless the environment sets less. */
export const size = Number(process.env.FUZZ_SIZE ?? megabyte)

/** A part over and over. */
export function fill(part, length = size) {
  return part.repeat(Math.ceil(Math.min(length, size) / part.length))
}

export function many(count, make) {
  return Array.from({ length: Math.ceil((count * size) / megabyte) }, (_, i) => make(i))
}

export function members(count, make) {
  return Object.fromEntries(many(count, make))
}

/** Something wrapped so many times. */
export function nest(depth, wrap, core) {
  let value = core
  for (let i = 0; i < depth; i++) value = wrap(value)
  return value
}

export function hex(text) {
  return new Uint8Array(Buffer.from(text, 'hex'))
}

export function joined(...parts) {
  return new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))))
}
