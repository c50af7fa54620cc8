import { isContainer, setOwn } from '../json/json-value.js'
import { sourceTexts } from '../json/source-texts.js'

/**
 * Copies JSON and objects made of it: plain objects, arrays, instances of kind classes (the copy has the same class), byte
 * arrays. The copy shares nothing with the value, at any depth, and keeps the source texts of raw JSON; keys may have any name.
 */
export function deepCopy<T>(value: T): T {
  if (!isContainer(value)) return value
  try {
    return copyObject(value) as T
  } catch {
    // Deeper than the stack. An error of a getter occurs again.
    return copyDeep(value) as T
  }
}

/** The copy, one call per level: the fast way. */
function copyObject(value: object): object {
  if (Array.isArray(value)) {
    const { length } = value
    const list = new Array<unknown>(length)
    for (let i = 0; i < length; i++) {
      const member: unknown = value[i]
      list[i] = isContainer(member) ? copyObject(member) : member
    }
    return sourceTexts.handOn(value, list)
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return copyInstance(value)
  const source = value as Record<string, unknown>
  // Takes over all members at once, also one named `__proto__`, which an assignment finds from then on.
  const copy = { ...source }
  for (const key in source) {
    const member = source[key]
    if (isContainer(member)) copy[key] = copyObject(member)
  }
  return sourceTexts.handOn(source, copy)
}

function copyInstance(value: object): object {
  if (ArrayBuffer.isView(value)) return (value as Uint8Array).slice()
  const copy: object = Object.create(Object.getPrototypeOf(value)) as object
  for (const key of Object.keys(value)) {
    const member: unknown = (value as Record<string, unknown>)[key]
    setOwn(copy, key, isContainer(member) ? copyObject(member) : member)
  }
  return sourceTexts.handOn(value, copy)
}

/**
 * Copies without recursion, for values nested deeper than the stack allows. A value that occurs in two places is copied
 * once. A value that contains itself nests without end.
 */
function copyDeep(value: object): object {
  const copies = new Map<object, object>()
  const copyOf = (source: unknown): unknown => {
    if (!isContainer(source)) return source
    if (ArrayBuffer.isView(source)) return (source as Uint8Array).slice()
    let copy = copies.get(source)
    if (copy === undefined) {
      copy = Array.isArray(source) ? [] : (Object.create(Object.getPrototypeOf(source)) as object)
      copies.set(source, sourceTexts.handOn(source, copy))
    }
    return copy
  }
  const result = copyOf(value) as object
  // The loop comes to what is added meanwhile, too.
  for (const [source, copy] of copies) {
    for (const key of Object.keys(source)) setOwn(copy, key, copyOf((source as Record<string, unknown>)[key]))
  }
  return result
}
