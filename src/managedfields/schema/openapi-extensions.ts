import type { JSONObject, JSONValue } from '../../json/json-value.js'
import { memberOf } from '../field-path/value.js'
import type { ElementRelationship, ListType } from './schema.js'

/** Called for an extension with an invalid value. */
type Report = (message: string) => void

/** The value of `x-kubernetes-map-type`; `undefined` if absent. */
export function mapRelationshipOf(schema: JSONObject, report: Report): ElementRelationship | undefined {
  const type = memberOf(schema, 'x-kubernetes-map-type')
  if (type === undefined) return undefined
  if (type === 'atomic') return 'atomic'
  if (type === 'granular') return 'separable'
  report(`unknown map type ${String(type)}`)
  return undefined
}

/** From `x-kubernetes-list-type`, otherwise from the patch strategy; lists are atomic by default. */
export function listRelationshipOf(
  schema: JSONObject,
  report: Report,
): Required<Pick<ListType, 'elementRelationship'>> & Pick<ListType, 'keys'> {
  const type = memberOf(schema, 'x-kubernetes-list-type')
  switch (type) {
    case undefined:
      return byPatchStrategy(schema, report)
    case 'atomic':
      return { elementRelationship: 'atomic' }
    case 'set':
      return { elementRelationship: 'associative' }
    case 'map':
      return {
        elementRelationship: 'associative',
        keys: keysFrom(memberOf(schema, 'x-kubernetes-list-map-keys'), report),
      }
    default:
      report(`unknown list type ${String(type)}`)
      return { elementRelationship: 'atomic' }
  }
}

function keysFrom(keys: JSONValue | undefined, report: Report): string[] {
  if (keys === undefined) report('missing map keys')
  else if (!Array.isArray(keys)) report(`uninterpreted map keys: ${JSON.stringify(keys)}`)
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []
}

function byPatchStrategy(
  schema: JSONObject,
  report: Report,
): Required<Pick<ListType, 'elementRelationship'>> & Pick<ListType, 'keys'> {
  const strategy = memberOf(schema, 'x-kubernetes-patch-strategy')
  if (strategy === undefined || strategy === 'retainKeys') return { elementRelationship: 'atomic' }
  if (strategy !== 'merge' && strategy !== 'merge,retainKeys') {
    report(`unknown patch strategy ${String(strategy)}`)
    return { elementRelationship: 'atomic' }
  }
  const key = memberOf(schema, 'x-kubernetes-patch-merge-key')
  if (key === undefined) return { elementRelationship: 'associative' }
  if (typeof key === 'string') return { elementRelationship: 'associative', keys: [key] }
  report(`uninterpreted merge key: ${JSON.stringify(key)}`)
  return { elementRelationship: 'associative' }
}
