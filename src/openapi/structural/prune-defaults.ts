import { coerceObjectMeta } from './coerce-object-meta.js'
import { copyJSON } from './default-value.js'
import { prune } from './prune.js'
import type { Structural } from './structural.js'
import { Surrounding } from './surrounding.js'

/**
 * Removes from the defaults of a schema the fields that the schema itself, or ObjectMeta, does not have, in place. API
 * servers do so before they apply defaults of CRDs that were admitted by an older server.
 */
export function pruneDefaults(schema: Structural): void {
  pruneAt(schema, new Surrounding(schema))
}

function pruneAt(schema: Structural | undefined, place: Surrounding): void {
  if (schema === undefined) return
  if (schema.default !== undefined) {
    const whole = place.around(copyJSON(schema.default))
    coerceObjectMeta(whole, place.root, { dropInvalidFields: true })
    prune(whole, place.root)
    schema.default = place.find(whole)
  }
  pruneAt(schema.additionalProperties?.schema, place.child('*'))
  pruneAt(schema.items, place.item())
  for (const [name, property] of schema.properties) pruneAt(property, place.child(name))
}
