import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { deepCopy } from 'apimachinery/descriptor'

/** A definition whose metadata and status may be changed; its `spec` is that of the original, and must stay as it is. */
export function draftOf(definition: CustomResourceDefinition): CustomResourceDefinition {
  const { spec, ...others } = definition
  const prototype = Object.getPrototypeOf(definition) as object
  const copy = deepCopy(Object.assign(Object.create(prototype), others) as CustomResourceDefinition)
  copy.spec = spec
  return copy
}
