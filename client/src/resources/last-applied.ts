import { deepCopy } from 'apimachinery/descriptor'
import { stringifyJSON } from 'apimachinery/json'
import { nestedStringMap, removeNestedField, setNestedField, type Unstructured } from 'apimachinery/runtime'

/** Where kubectl keeps what was applied last. */
export const lastAppliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration'

/** The last applied configuration, as text; undefined if there is none. */
export function lastApplied(object: Unstructured): string | undefined {
  const annotations = nestedStringMap(object, 'metadata', 'annotations') ?? {}
  return Object.hasOwn(annotations, lastAppliedAnnotation) ? annotations[lastAppliedAnnotation] : undefined
}

/** A copy of a manifest as in that annotation: with an `annotations` field, without the annotation itself. */
export function withoutLastApplied(object: Unstructured): Unstructured {
  const copy = deepCopy(object)
  removeNestedField(copy, 'metadata', 'annotations', lastAppliedAnnotation)
  const metadata = copy.metadata as { annotations?: object } | undefined
  if (metadata?.annotations === undefined) setNestedField(copy, {}, 'metadata', 'annotations')
  return copy
}

/** A copy of a manifest with the last applied configuration in its annotations. */
export function withLastApplied(object: Unstructured): Unstructured {
  const copy = withoutLastApplied(object)
  const text = `${stringifyJSON(copy)}\n`
  setNestedField(copy, text, 'metadata', 'annotations', lastAppliedAnnotation)
  return copy
}
