import { parseAndTransformSelector } from '../../fields/parse.js'
import type { Selector } from '../../fields/selector.js'
import type { Scheme } from '../../runtime/scheme/scheme.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'

/**
 * Parses the field selector of a request for objects of a kind and renames its labels to those of the hub version with the
 * Scheme's field label conversion.
 *
 * @throws MachineryError `UnknownFieldLabel` for a label that the kind does not support, and for a text that is not a
 * selector.
 */
export function parseFieldSelectorFor(scheme: Scheme, gvk: GroupVersionKind, selector: string): Selector {
  return parseAndTransformSelector(selector, (label, value) => {
    const converted = scheme.convertFieldLabel(gvk, { label, value })
    return { field: converted.label, value: converted.value }
  })
}
