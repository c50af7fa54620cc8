import { deepCopy } from 'apimachinery/descriptor'
import { stringifyJSON } from 'apimachinery/json'
import { nestedStringMap, removeNestedField, setNestedField, type Unstructured } from 'apimachinery/runtime'

/** Where kubectl keeps what was applied last. */
export const lastAppliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration'

/** What was applied last, as text; undefined when nobody said. */
export function lastApplied(object: Unstructured): string | undefined {
  const annotations = nestedStringMap(object, 'metadata', 'annotations') ?? {}
  return Object.hasOwn(annotations, lastAppliedAnnotation) ? annotations[lastAppliedAnnotation] : undefined
}

/** A copy of a manifest that says in its annotations what it says. */
export function withLastApplied(object: Unstructured): Unstructured {
  const copy = deepCopy(object)
  removeNestedField(copy, 'metadata', 'annotations', lastAppliedAnnotation)
  const metadata = copy.metadata as { annotations?: object } | undefined
  if (metadata?.annotations === undefined) setNestedField(copy, {}, 'metadata', 'annotations')
  const text = `${stringifyJSON(copy as never)}\n`
  setNestedField(copy, text, 'metadata', 'annotations', lastAppliedAnnotation)
  return copy
}
