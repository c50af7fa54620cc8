import { isMachineryError, MachineryError } from '../../errors/machinery-error.js'
import { minInt64 } from '../../internal/int64.js'
import { quote } from '../../internal/quote.js'
import type { JSONValue } from '../../json/json-value.js'
import { getResourceVersion } from '../../runtime/objects/object-accessors.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import { JSONPath, printValue } from '../json-path/json-path.js'
import { isListType } from '../list.js'
import { listMetaOf } from '../partial-object-metadata.js'
import { Table, type TableColumnDefinition } from '../v1/types.gen.js'
import { humanAge } from './human-age.js'
import { defaultPrintColumns, type PrintColumn } from './print-columns.js'
import { metaToTableRow, type TableRowOptions } from './table-row.js'

/** A value as a cell of a column of some type; `undefined` means no value. */
function cellOf(type: string, value: JSONValue | undefined, now: Date): JSONValue {
  if (value === undefined) return null
  if (type === 'string') return value === null ? '<no value>' : printValue(value)
  switch (type) {
    case 'integer':
      return integerOf(value)
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint' ? value : null
    case 'boolean':
      return typeof value === 'boolean' ? value : null
    case 'date':
      return typeof value === 'string' ? humanAge(value, now) : null
    default:
      return null
  }
}

function integerOf(value: JSONValue): JSONValue {
  if (typeof value === 'bigint') return value
  if (typeof value !== 'number') return null
  const whole = Math.trunc(value)
  if (Number.isSafeInteger(whole)) return whole
  // As Go converts floats beyond int64.
  return Math.abs(whole) < 2 ** 63 ? BigInt(whole) : minInt64
}

/** How a table is made. */
export interface TableConversionOptions extends TableRowOptions {
  /** Leaves the column definitions out, for the second part of a list. Default: false. */
  readonly noHeaders?: boolean
}

/** Shows objects and lists as tables. */
export interface TableConvertor {
  /** A row for an object, or for each item of a list. */
  convertToTable(object: KubernetesObject, options?: TableConversionOptions): Table
}

const nameHeader: TableColumnDefinition = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description:
    'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names',
  priority: 0,
}

/**
 * Shows objects as the API server shows custom resources: their name, and the columns of their kind. A value that is
 * not there, or not of the type of its column, is an empty cell (`null`). Of several values at a path, the first one
 * counts.
 *
 * @throws {@link MachineryError} `InvalidPrintColumn` for a column whose path cannot be read.
 */
export function newTableConvertor(columns: readonly PrintColumn[] = defaultPrintColumns): TableConvertor {
  const printers = columns.map((column) => ({ type: column.type, path: pathOf(column) }))
  const headers = [nameHeader, ...columns.map(headerOf)]
  return {
    convertToTable(object, options = {}) {
      const rows = metaToTableRow(object, options, (item, { name, now }) => {
        const cells = printers.map(({ type, path }) => cellOf(type, firstResult(path, item), now))
        return [name, ...cells]
      })
      return tableOf(object, options.noHeaders === true ? [] : headers, rows)
    },
  }
}

/** Shows objects of any kind: their name and when they were created. */
export function newDefaultTableConvertor(): TableConvertor {
  const created = {
    ...nameHeader,
    name: 'Created At',
    type: 'date',
    format: '',
    description:
      'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata',
  }
  return {
    convertToTable(object, options = {}) {
      const rows = metaToTableRow(object, options, (_, { name, creationTimestamp }) => [
        name,
        creationTimestamp === '' ? '0001-01-01T00:00:00Z' : creationTimestamp,
      ])
      return tableOf(object, options.noHeaders === true ? [] : [nameHeader, created], rows)
    },
  }
}

function tableOf(object: KubernetesObject, columnDefinitions: TableColumnDefinition[], rows: Table['rows']): Table {
  const resourceVersion = getResourceVersion(object)
  const ofObject = resourceVersion === '' ? {} : { resourceVersion }
  return new Table({ metadata: isListType(object) ? listMetaOf(object) : ofObject, columnDefinitions, rows })
}

function headerOf({ name, type, format, description, priority, jsonPath }: PrintColumn): TableColumnDefinition {
  const standard = `Custom resource definition column (in JSONPath format): ${jsonPath}`
  return { name, type, format: format ?? '', description: description || standard, priority: priority ?? 0 }
}

function pathOf({ jsonPath }: PrintColumn): JSONPath {
  try {
    return JSONPath.parse(`{${jsonPath}}`, { allowMissingKeys: true })
  } catch (error) {
    if (!isMachineryError(error, 'InvalidJSONPath')) throw error
    throw new MachineryError('InvalidPrintColumn', `unrecognized column definition ${quote(jsonPath)}`, {
      cause: error,
    })
  }
}

/** `undefined` if there is none, which differs from `null`. */
function firstResult(path: JSONPath, object: KubernetesObject): JSONValue | undefined {
  try {
    return path.findResults(object)[0]?.[0] as JSONValue | undefined
  } catch (error) {
    if (isMachineryError(error, 'JSONPathFailed')) return undefined
    throw error
  }
}
