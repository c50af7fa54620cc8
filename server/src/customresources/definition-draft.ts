import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { deepCopy } from 'apimachinery/descriptor'
import { withoutMembers } from 'apimachinery/runtime'

/** A definition whose metadata and status may be changed; its `spec` is that of the original, and must stay as it is. */
export function draftOf(definition: CustomResourceDefinition): CustomResourceDefinition {
  const copy = deepCopy(withoutMembers(definition, 'spec'))
  copy.spec = definition.spec
  return copy
}
