import { parseJSON, stringifyJSON } from 'apimachinery/json'
import { newDefaultCRDFieldManager } from 'apimachinery/managedfields'
import { Unstructured } from 'apimachinery/runtime'
import { kindOf } from './recode.mjs'

/** Go's reference converts nothing: its objects keep the version they say. */
const asIs = { convertToVersion: (object) => object }

/** An object as the reference prints it: without the times of managed fields. */
function printed(object) {
  const { managedFields } = object.metadata ?? {}
  if (managedFields === undefined) return stringifyJSON({ ...object })
  const entries = managedFields.map(({ time: _, ...entry }) => entry)
  return stringifyJSON({ ...object, metadata: { ...object.metadata, managedFields: entries } })
}

function objectFrom(document) {
  return new Unstructured(typeof document === 'string' ? parseJSON(document) : document)
}

export const operations = {
  ssa({ in: input, gvk = 'apps/v1/Deployment' }) {
    const kind = kindOf(gvk)
    const manager = newDefaultCRDFieldManager({ kind, convertor: asIs })
    let live = new Unstructured(kind.toAPIVersionAndKind())
    const steps = (typeof input === 'string' ? parseJSON(input) : input).map((step) => {
      try {
        const object = objectFrom(step.object)
        const options = { manager: step.manager, force: step.force === true }
        live = step.verb === 'apply' ? manager.apply(live, object, options) : manager.update(live, object, options)
        return { out: printed(live) }
      } catch (error) {
        return { error: error.message }
      }
    })
    return { steps }
  },
}
