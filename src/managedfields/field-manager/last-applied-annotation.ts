import { deepCopy } from '../../descriptor/deep-copy.js'
import { toCanonicalJSON } from '../../descriptor/to-canonical-json.js'
import type { JSONObject } from '../../json/json-value.js'
import { stringifyJSON } from '../../json/stringify-json.js'
import { getAnnotations, setAnnotations } from '../../runtime/objects/object-accessors.js'
import { isTypedObject, type KubernetesObject, kindClassOf } from '../../runtime/objects/typed-object.js'
import { isUnstructured, unstructuredContent } from '../../runtime/objects/unstructured.js'
import { annotationsSize, totalAnnotationSizeLimitB } from '../../validation/annotations.js'

/** The annotation in which client-side apply keeps what it applied last. */
export const lastAppliedConfigAnnotation = 'kubectl.kubernetes.io/last-applied-configuration'

/** The last applied configuration as JSON text; empty if there is none. */
export function lastAppliedConfigOf(object: KubernetesObject): string {
  const annotations = getAnnotations(object)
  if (annotations === undefined || !Object.hasOwn(annotations, lastAppliedConfigAnnotation)) return ''
  return annotations[lastAppliedConfigAnnotation] ?? ''
}

/** A copy of the object that carries `config` as its last applied configuration; without the annotation when too large. */
export function withLastAppliedConfig<T extends KubernetesObject>(object: T, config: string): T {
  const copy = deepCopy(object)
  const annotations = { ...getAnnotations(object), [lastAppliedConfigAnnotation]: config }
  if (annotationsSize(annotations) > totalAnnotationSizeLimitB) {
    const { [lastAppliedConfigAnnotation]: _, ...others } = annotations
    setAnnotations(copy, others)
  } else {
    setAnnotations(copy, annotations)
  }
  return copy
}

/** The configuration as client-side apply writes it into the annotation: JSON without the annotation itself. */
export function buildLastAppliedConfig(config: KubernetesObject): string {
  const copy = deepCopy(config)
  const annotations = getAnnotations(copy)
  // Annotations that are not a map of strings are removed as well.
  if (annotations === undefined) setAnnotations(copy, undefined)
  else {
    const { [lastAppliedConfigAnnotation]: _, ...others } = annotations
    setAnnotations(copy, others)
  }
  const content: JSONObject = unstructuredContent(copy)
  const typed = isTypedObject(copy) && !isUnstructured(copy)
  const descriptor = typed ? kindClassOf(copy).descriptor : undefined
  return `${descriptor === undefined ? stringifyJSON(content) : toCanonicalJSON(descriptor, content)}\n`
}
