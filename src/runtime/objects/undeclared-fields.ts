import { type FieldFinding, FieldFindings } from '../../descriptor/field-findings.js'
import { type JSONNode, ObjectNode } from '../../json/json-document.js'
import { isJSONObject, type JSONValue } from '../../json/json-value.js'
import type { KindClass, UnknownField } from './typed-object.js'

/**
 * Unknown fields that strict reading reports besides those found by the descriptor: for kinds whose class knows its fields
 * by other means, such as the schema of a CustomResourceDefinition; also in the items of a list. `document` is the input,
 * for positions; it is parsed only if there is something to report.
 */
export function undeclaredFields(
  type: KindClass,
  value: JSONValue,
  document?: () => JSONNode,
): readonly FieldFinding[] {
  const fields = fieldsBeyond(type, value)
  if (fields.length === 0) return []
  const root = document?.()
  const findings = new FieldFindings()
  const positionOf = namePositions()
  // Go does not escape what it found by a schema.
  for (const { path, steps } of fields)
    findings.add('unknown', path, root === undefined ? root : positionOf(root, steps), `unknown field "${path}"`)
  return findings.list
}

function fieldsBeyond(type: KindClass, value: JSONValue): readonly UnknownField[] {
  if (!isJSONObject(value)) return []
  if (type.unknownFields !== undefined) return type.unknownFields(value)
  const { itemClass } = type
  const { items } = value
  if (itemClass?.unknownFields === undefined || !Array.isArray(items)) return []
  return items.flatMap((item, index) =>
    fieldsBeyond(itemClass, item).map(({ path, steps }) => ({
      path: `items[${index}].${path}`,
      steps: ['items', index, ...steps],
    })),
  )
}

/** Tells where names of fields begin in a text; an object is searched once for all of its fields. */
function namePositions(): (root: JSONNode, steps: readonly (string | number)[]) => number | undefined {
  const placesIn = new Map<ObjectNode, ReadonlyMap<string, number>>()
  // Of a name that is there twice, the last counts.
  const placesOf = (node: ObjectNode): ReadonlyMap<string, number> => {
    const places = placesIn.get(node) ?? new Map(node.names.map((name, index) => [name, index]))
    placesIn.set(node, places)
    return places
  }
  return (root, steps) => {
    let node: JSONNode | undefined = root
    let offset: number | undefined
    for (const step of steps) {
      if (node instanceof ObjectNode) {
        const at: number = placesOf(node).get(String(step)) ?? -1
        offset = node.offsets[at]
        node = node.values[at]
      } else node = Array.isArray(node) ? node[Number(step)] : undefined
    }
    return offset
  }
}
