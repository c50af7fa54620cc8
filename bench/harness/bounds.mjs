// Minimal programs that do only the unavoidable part of an operation: what remains between them and
// the operation could be gained, what remains between them and an aim could not.

const isContainer = (value) => typeof value === 'object' && value !== null

/** Every object and array of a value, each once, the value first. */
export function containersOf(value) {
  const found = isContainer(value) ? [value] : []
  // The loop comes to what is added meanwhile, too.
  for (const container of found)
    for (const member of Object.values(container)) if (isContainer(member)) found.push(member)
  return found
}

/** As many objects as a copy needs, with as many members, found without a walk and not connected. */
export function shallowCopies(containers) {
  const copies = new Array(containers.length)
  for (let i = 0; i < copies.length; i++) {
    const source = containers[i]
    copies[i] = Array.isArray(source) ? source.slice() : { ...source }
  }
  return copies
}

/** The bytes of all strings that a value has as members, one after the other, and where each begins. */
export function stringsOf(containers) {
  const strings = containers.flatMap((container) => Object.values(container).filter((each) => typeof each === 'string'))
  const starts = [0]
  for (const text of strings) starts.push(starts.at(-1) + Buffer.byteLength(text))
  return { starts, bytes: Buffer.from(strings.join('')) }
}

/** Makes each string again, out of one text of all bytes: faster than to make them of bytes one by one. */
export function readStrings({ starts, bytes }) {
  const text = bytes.latin1Slice(0, bytes.length)
  const read = new Array(starts.length - 1)
  for (let i = 0; i < read.length; i++) read[i] = text.substring(starts[i], starts[i + 1])
  return read
}

/** From this length on the platform writes text faster than a loop does. */
const longText = 48

/** Walks over a value and writes the bytes of each string that it has as a member into `bytes`, from `at` on; returns where they end. */
export function writeStrings(value, bytes, at = 0) {
  let end = at
  for (const key in value) {
    const member = value[key]
    if (typeof member === 'string') end = writeString(member, bytes, end)
    else if (isContainer(member)) end = writeStrings(member, bytes, end)
  }
  return end
}

function writeString(text, bytes, at) {
  const { length } = text
  if (length >= longText) bytes.latin1Write(text, at, length)
  else for (let i = 0; i < length; i++) bytes[at + i] = text.charCodeAt(i)
  return at + length
}
