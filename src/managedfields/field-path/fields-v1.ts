import { guardDepth } from '../../descriptor/guard-depth.js'
import { isMachineryError, MachineryError } from '../../errors/machinery-error.js'
import { isJSONObject, type JSONObject, type JSONValue, presentKeys, setOwn } from '../../json/json-value.js'
import { parseJSON } from '../../json/parse-json.js'
import { type ChildSet, FieldSet } from './field-set.js'
import { quotePlain } from './json-text.js'
import type { PathElement } from './path-element.js'
import { parsePathElement } from './path-element-text.js'
import { zip } from './sorted-elements.js'

/** Marks, among the keys of a subset, that its parent is a member too. */
const self = '.'

/**
 * Reads `FieldsV1`. Elements of unknown kinds are omitted with everything below them, as in Go.
 *
 * @throws MachineryError `InvalidFieldsV1` with the path inside the trie, `TooDeep`.
 */
export function fieldSetFromFieldsV1(fields: JSONValue): FieldSet {
  return guardDepth(() => new FieldsReader().read(fields).set ?? new FieldSet())
}

/**
 * Reads the JSON text of `FieldsV1`.
 *
 * @throws as {@link fieldSetFromFieldsV1}, JSONSyntaxError for text that is not JSON.
 */
export function fieldSetFromJSON(json: string | Uint8Array): FieldSet {
  return fieldSetFromFieldsV1(parseJSON(json))
}

/** A subset of the trie: its content, and whether its parent is a member. */
interface Subset {
  readonly set: FieldSet | undefined
  readonly isMember: boolean
}

interface Entry {
  readonly element: PathElement
  readonly subset: Subset
}

class FieldsReader {
  readonly #path: string[] = []

  read(fields: JSONValue): Subset {
    if (fields === null) return { set: undefined, isMember: true }
    if (!isJSONObject(fields)) throw this.#invalid('expected an object')
    const entries: Entry[] = []
    let isMember = false
    for (const key of presentKeys(fields)) {
      if (key === self) {
        isMember = true
        continue
      }
      this.#path.push(key)
      const element = this.#element(key)
      if (element !== undefined) entries.push({ element, subset: this.read(fields[key]!) })
      this.#path.pop()
    }
    const set = mergedSet(entries)
    return { set, isMember: isMember || set === undefined }
  }

  #element(key: string): PathElement | undefined {
    try {
      return parsePathElement(key)
    } catch (error) {
      if (!isMachineryError(error)) throw error
      throw this.#invalid(`parsing key as path element: ${error.message}`, error)
    }
  }

  #invalid(message: string, cause?: unknown): MachineryError {
    return new MachineryError('InvalidFieldsV1', message, { path: this.#path.join('.'), cause })
  }
}

/**
 * An element that is written in two ways is a member if either form makes it one; of two subsets the last one counts.
 */
function joined(before: Entry | undefined, { element, subset }: Entry): Entry {
  const isMember = subset.isMember || before?.subset.isMember === true
  return { element, subset: { set: subset.set ?? before?.subset.set, isMember } }
}

function mergedSet(entries: readonly Entry[]): FieldSet | undefined {
  if (entries.length === 0) return undefined
  const unique = new Map<string, Entry>()
  for (const entry of entries) unique.set(entry.element.text, joined(unique.get(entry.element.text), entry))
  const sorted = [...unique.values()]
  if (!isSorted(sorted)) sorted.sort((a, b) => a.element.compare(b.element))
  const members: PathElement[] = []
  const children: ChildSet[] = []
  for (const { element, subset } of sorted) {
    if (subset.isMember) members.push(element)
    if (subset.set !== undefined) children.push({ element, set: subset.set })
  }
  return new FieldSet(members, children)
}

function isSorted(entries: readonly { readonly element: PathElement }[]): boolean {
  return entries.every(
    ({ element }, i) => i === 0 || (entries[i - 1] as { element: PathElement }).element.compare(element) < 0,
  )
}

/** Writes a set as the JSON text of `FieldsV1`, byte for byte as Go does. */
export function fieldSetToJSON(set: FieldSet): string {
  return guardDepth(() => write(set, false))
}

function write(set: FieldSet, isMember: boolean): string {
  const parts: string[] = []
  if (isMember && (set.members.length > 0 || set.children.length > 0)) parts.push('".":{}')
  zip(set.members, set.children, {
    compare: (element, child) => element.compare(child.element),
    left: (element) => parts.push(`${quotePlain(element.text)}:{}`),
    right: (child) => parts.push(`${quotePlain(child.element.text)}:${write(child.set, false)}`),
    both: (element, child) => parts.push(`${quotePlain(element.text)}:${write(child.set, true)}`),
  })
  return `{${parts.join(',')}}`
}

/** Makes `FieldsV1` of a set: the object whose JSON {@link fieldSetToJSON} writes. */
export function fieldSetToFieldsV1(set: FieldSet): JSONObject {
  return guardDepth(() => trie(set, false))
}

function trie(set: FieldSet, isMember: boolean): JSONObject {
  const fields: JSONObject = {}
  if (isMember && (set.members.length > 0 || set.children.length > 0)) fields[self] = {}
  zip(set.members, set.children, {
    compare: (element, child) => element.compare(child.element),
    left: (element) => setOwn(fields, element.text, {}),
    right: (child) => setOwn(fields, child.element.text, trie(child.set, false)),
    both: (element, child) => setOwn(fields, element.text, trie(child.set, true)),
  })
  return fields
}
