import { MachineryError, messageOf } from 'apimachinery/errors'
import { type JSONNode, type JSONValue, ObjectNode, parseDocument, stringifyJSON } from 'apimachinery/json'
import { JSONPath } from 'apimachinery/meta'
import { removeNestedField, type Unstructured } from 'apimachinery/runtime'
import { jsonToYAML } from 'apimachinery/runtime/serializer/yaml'
import { CustomColumns } from './custom-columns.js'
import { jsonTextToKYAML } from './kyaml.js'
import { type ObjectInfo, objectName } from './object-info.js'
import { TabWriter } from './tab-writer.js'

/** An object with where it is served. */
export type PrintedObject = ObjectInfo & { readonly object: Unstructured }

/** Writes objects in an output format. */
export type ObjectPrinter = (
  objects: readonly PrintedObject[],
  options: { readonly isList: boolean; readonly noHeaders?: boolean },
) => string

/** The list around several objects: that of `kubectl get`, or that of `kubectl apply`. */
const listMetadata = { got: { resourceVersion: '' }, applied: {} } as const

/** Options of a printer. */
export interface ObjectPrinterOptions {
  readonly showManagedFields?: boolean | undefined
  readonly noHeaders?: boolean | undefined
  /** How the list around several objects is written. Default `got`. */
  readonly list?: keyof typeof listMetadata | undefined
  /** Order of fields in JSON and KYAML: sorted (default), or as the objects have them, which are then in Go's order. */
  readonly keys?: 'sorted' | 'kept' | undefined
}

const formats = 'custom-columns,json,jsonpath,jsonpath-as-json,kyaml,name,wide,yaml'

/** The printer of `-o`; undefined for tables. @throws MachineryError in kubectl's wording for an unknown format */
export function objectPrinter(
  output: string,
  { showManagedFields = false, noHeaders = false, list = 'got', keys = 'sorted' }: ObjectPrinterOptions = {},
): ObjectPrinter | undefined {
  const [format = '', argument] = splitOnce(output)
  const whole = (objects: readonly PrintedObject[], isList: boolean): object => {
    const shown = objects.map(({ object }) => (showManagedFields ? object : withoutManagedFields(object)))
    if (!isList && shown.length === 1) return shown[0]!
    return { apiVersion: 'v1', items: shown, kind: 'List', metadata: listMetadata[list] }
  }
  const jsonText = (value: object, isList: boolean, pretty = false): string => {
    if (list !== 'applied' || !isList) return stringifyJSON(value, { pretty, keys })
    return stringifyJSON(inOrderOfGo(value), { pretty, keys: 'kept' })
  }
  switch (format) {
    case '':
    case 'wide':
      return undefined
    case 'name':
      return (objects) => objects.map((each) => `${objectName(each)}\n`).join('')
    case 'json':
      return (objects, { isList }) => `${fourColumns(jsonText(whole(objects, isList), isList, true))}\n`
    case 'yaml':
      return (objects, { isList }) => jsonToYAML(whole(objects, isList))
    case 'kyaml':
      return (objects, { isList }) => jsonTextToKYAML(jsonText(whole(objects, isList), isList))
    case 'jsonpath': {
      if (!argument) throw new MachineryError('InvalidRequest', 'template format specified but no template given')
      const path = parsePath(argument)
      return (objects, { isList }) => executed(argument, () => path.execute(whole(objects, isList)))
    }
    case 'jsonpath-as-json': {
      if (!argument) throw new MachineryError('InvalidRequest', 'template format specified but no template given')
      const path = parsePath(argument)
      return (objects, { isList }) => {
        const results = executed(argument, () => path.findResults(whole(objects, isList)))
        return results.map((each) => `${fourColumns(stringifyJSON(each, { pretty: true }))}\n`).join('')
      }
    }
    case 'custom-columns': {
      const columns = new CustomColumns(argument ?? '')
      const writer = new TabWriter()
      return (objects, { noHeaders: without = noHeaders }) => {
        const contents = objects.map(({ object }) => object)
        return columns.text(contents, without, writer)
      }
    }
    default: {
      const message = `unable to match a printer suitable for the output format "${format}", allowed formats are: ${formats}`
      throw new MachineryError('InvalidRequest', message)
    }
  }
}

function parsePath(text: string): JSONPath {
  try {
    return JSONPath.parse(text, { allowMissingKeys: true })
  } catch (cause) {
    const message = `error parsing jsonpath ${text}, ${messageOf(cause)}`
    throw new MachineryError('InvalidRequest', message, { cause })
  }
}

function executed<T>(template: string, run: () => T): T {
  try {
    return run()
  } catch (cause) {
    const message = `error executing jsonpath ${JSON.stringify(template)}: Error executing template: ${messageOf(cause)}.`
    throw new MachineryError('InvalidRequest', message, { cause })
  }
}

function splitOnce(text: string): [string, string | undefined] {
  const index = text.indexOf('=')
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)]
}

function withoutManagedFields(object: Unstructured): Unstructured {
  removeNestedField(object, 'metadata', 'managedFields')
  return object
}

/** A list of what was applied has Go's order of fields, its items that of the alphabet. */
function inOrderOfGo(value: object): JSONNode {
  const { apiVersion, items, kind, metadata } = value as Record<string, JSONValue>
  const list = new ObjectNode()
  list.names.push('kind', 'apiVersion', 'metadata', 'items')
  const node = (member: JSONValue | undefined): JSONNode => parseDocument(stringifyJSON(member ?? null))
  list.values.push(node(kind), node(apiVersion), node(metadata), node(items))
  return list
}

/** JSON as kubectl writes it: four columns a level. */
function fourColumns(text: string): string {
  return text.replace(/^ +/gm, (spaces) => spaces + spaces)
}
