import { isSet } from '../../../validation/go-values.js'
import type { CustomResourceDefinition } from '../../v1/types.gen.js'
import { visitSchemas } from './visit-schemas.js'

/** Warns about sets whose items are no scalars, sorted; on an update, only about new ones. */
export function nonScalarSetWarnings(
  definition: CustomResourceDefinition,
  old?: CustomResourceDefinition,
): readonly string[] {
  const before = old === undefined ? new Set<string>() : nonScalarItems(old)
  return [...nonScalarItems(definition)]
    .filter((type) => !before.has(type))
    .sort()
    .map(
      (type) =>
        `x-kubernetes-list-type: set for items of type "${type}" is not supported by server-side apply or CEL validation rules`,
    )
}

/** The types of items of such sets. */
function nonScalarItems(definition: CustomResourceDefinition): Set<string> {
  const found = new Set<string>()
  visitSchemas(definition, (schema) => {
    const { items } = schema
    if (schema['x-kubernetes-list-type'] !== 'set' || !isSet(items) || Array.isArray(items)) return
    const { type } = items as { readonly type?: string }
    if (type === 'object' || type === 'array') found.add(type)
  })
  return found
}
