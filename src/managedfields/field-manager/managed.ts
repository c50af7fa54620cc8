import { MachineryError } from '../../errors/machinery-error.js'
import { compareStrings } from '../../internal/compare-strings.js'
import { quote } from '../../internal/quote.js'
import { isJSONObject, type JSONObject, type JSONValue, stringOrEmpty } from '../../json/json-value.js'
import { parseJSON } from '../../json/parse-json.js'
import { stringifyJSON } from '../../json/stringify-json.js'
import { canonicalTime, parseTime } from '../../scalar/time.js'
import { fieldSetFromFieldsV1, fieldSetToFieldsV1 } from '../field-path/fields-v1.js'
import { type ManagedFields, VersionedSet } from '../field-path/managed-fields.js'
import { memberOf } from '../field-path/value.js'
import { contextError } from '../merge/wrap-error.js'

/** How a manager came to own fields. */
export type ManagerOperation = 'Apply' | 'Update'

/** One entry of `metadata.managedFields`. */
export interface ManagedFieldsEntry {
  readonly manager?: string
  readonly operation?: ManagerOperation | (string & {})
  readonly apiVersion?: string
  /** RFC 3339. */
  readonly time?: string | null
  readonly fieldsType?: string
  readonly fieldsV1?: JSONValue
  readonly subresource?: string
}

/** The managers, with their fields and times. The keys of both maps are manager identifiers. */
export interface Managed {
  readonly fields: ManagedFields
  /** RFC 3339, in whole seconds. */
  readonly times: ReadonlyMap<string, string>
}

/** No manager owns a field. */
export function emptyManaged(): Managed {
  return { fields: new Map(), times: new Map() }
}

const texts = ['manager', 'operation', 'apiVersion', 'fieldsType', 'subresource'] as const

/**
 * Reads the entries of `metadata.managedFields`.
 *
 * @throws MachineryError `InvalidManagedFields` with the path.
 */
export function decodeManagedFields(entries: JSONValue | readonly ManagedFieldsEntry[] | undefined): Managed {
  const fields: ManagedFields = new Map()
  const times = new Map<string, string>()
  if (entries === undefined || entries === null) return { fields, times }
  if (!Array.isArray(entries)) throw invalid('expected a list', 'metadata.managedFields')
  for (const [i, each] of entries.entries()) {
    const entry = checkedEntry(each, `metadata.managedFields[${i}]`)
    checkEntry(entry, i)
    const manager = buildManagerIdentifier(entry)
    fields.set(manager, versionedSetFrom(entry, i))
    if (typeof entry.time === 'string') times.set(manager, entry.time)
    else times.delete(manager)
  }
  return { fields, times }
}

/** Checks that every property has its type. */
function checkedEntry(value: JSONValue, path: string): ManagedFieldsEntry {
  if (!isJSONObject(value)) throw invalid('expected an object', path)
  for (const name of texts) {
    const text = memberOf(value, name)
    if (text !== undefined && text !== null && typeof text !== 'string') {
      throw invalid('expected a string', `${path}.${name}`)
    }
  }
  const time = memberOf(value, 'time')
  try {
    if (time !== undefined && canonicalTime(time) === null) return { ...value, time: null }
  } catch (error) {
    throw invalid(contextError('time', error).message, `${path}.time`, error)
  }
  return value
}

function checkEntry({ operation, apiVersion, fieldsType }: ManagedFieldsEntry, index: number): void {
  const path = `metadata.managedFields[${index}]`
  if (operation !== 'Apply' && operation !== 'Update') throw invalid('operation must be `Apply` or `Update`', path)
  if (!apiVersion) throw invalid('apiVersion must not be empty', path)
  if (!fieldsType) throw invalid(`missing fieldsType in managed fields entry ${index}`, path)
  if (fieldsType !== 'FieldsV1') {
    throw invalid(`invalid fieldsType ${quote(fieldsType)} in managed fields entry ${index}`, path)
  }
}

function versionedSetFrom(entry: ManagedFieldsEntry, index: number): VersionedSet {
  try {
    return new VersionedSet(fieldSetFromFieldsV1(entry.fieldsV1 ?? {}), entry.apiVersion!, entry.operation === 'Apply')
  } catch (error) {
    const { message } = contextError(`error decoding versioned set from entry ${index}: error decoding set`, error)
    throw invalid(message, `metadata.managedFields[${index}].fieldsV1`, error)
  }
}

/**
 * Checks that entries can be read.
 *
 * @throws as {@link decodeManagedFields}.
 */
export function checkManagedFields(entries: JSONValue | readonly ManagedFieldsEntry[] | undefined): void {
  decodeManagedFields(entries)
}

/**
 * The text that identifies a manager: name, operation and subresource, and for updates the version. An applier keeps its
 * identifier when it changes the version.
 */
export function buildManagerIdentifier(entry: ManagedFieldsEntry): string {
  const { manager, operation, apiVersion, subresource } = entry
  const parts: JSONObject = {}
  if (manager) parts.manager = manager
  if (operation) parts.operation = operation
  if (apiVersion && operation !== 'Apply') parts.apiVersion = apiVersion
  if (subresource) parts.subresource = subresource
  return stringifyJSON(parts, { keys: 'kept' })
}

/**
 * Parses the identifier of a manager.
 *
 * @throws MachineryError `InvalidManagedFields` for text that is not an identifier.
 */
export function parseManagerIdentifier(identifier: string): ManagedFieldsEntry {
  try {
    const value = parseJSON(identifier)
    if (isJSONObject(value)) return checkedEntry(value, '')
  } catch (error) {
    throw invalid(contextError(`error unmarshalling manager identifier ${identifier}`, error).message, '', error)
  }
  throw invalid(`error unmarshalling manager identifier ${identifier}: expected an object`, '')
}

/** Makes the entries of `metadata.managedFields`, in the order in which Go writes them; `undefined` when there are none. */
export function encodeManagedFields(managed: Managed): JSONObject[] | undefined {
  if (managed.fields.size === 0) return undefined
  const entries = Array.from(managed.fields, ([manager, owned]) =>
    encodeEntry(manager, owned, managed.times.get(manager)),
  )
  // Most objects have one, whose time need not be read.
  if (entries.length === 1) return entries
  return entries
    .map((entry) => ({ entry, seconds: secondsOf(entry.time) }))
    .sort(compareEntries)
    .map(({ entry }) => entry)
}

function encodeEntry(manager: string, owned: VersionedSet, time: string | undefined): JSONObject {
  const known = parseManagerIdentifier(manager)
  const operation = owned.applied ? 'Apply' : known.operation
  const entry: JSONObject = {}
  if (known.manager) entry.manager = known.manager
  if (operation) entry.operation = operation
  if (owned.apiVersion !== '') entry.apiVersion = owned.apiVersion
  const since = time ?? known.time
  if (since) entry.time = since
  entry.fieldsType = 'FieldsV1'
  entry.fieldsV1 = fieldSetToFieldsV1(owned.set)
  if (known.subresource) entry.subresource = known.subresource
  return entry
}

interface Timed {
  readonly entry: JSONObject
  readonly seconds: number
}

/** Applied entries first, then the older ones, then by name, version and subresource. */
function compareEntries(a: Timed, b: Timed): number {
  const text = (name: string): number => compareStrings(stringOrEmpty(a.entry[name]), stringOrEmpty(b.entry[name]))
  return text('operation') || a.seconds - b.seconds || text('manager') || text('apiVersion') || text('subresource')
}

/** Seconds since 1970 of an entry's time; 0 without one. */
export function secondsOf(time: JSONValue | undefined): number {
  return typeof time === 'string' ? parseTime(time).seconds : 0
}

function invalid(message: string, path: string, cause?: unknown): MachineryError {
  return new MachineryError('InvalidManagedFields', message, { path, cause })
}
