import { parseAndTransformSelector } from '../../fields/parse.js'
import type { Selector } from '../../fields/selector.js'
import type { Scheme } from '../../runtime/scheme/scheme.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'

/**
 * Reads the field selector of a request for objects of a kind, its labels renamed to those of the hub version by the
 * Scheme's field label conversion.
 *
 * @throws MachineryError `UnknownFieldLabel` for a label that the kind does not know, and for a text that is no selector.
 */
export function parseFieldSelectorFor(scheme: Scheme, gvk: GroupVersionKind, selector: string): Selector {
  return parseAndTransformSelector(selector, (label, value) => {
    const converted = scheme.convertFieldLabel(gvk, { label, value })
    return { field: converted.label, value: converted.value }
  })
}
