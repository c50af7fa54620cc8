import { appendAll } from '../../../internal/append-all.js'
import { type FieldError, forbidden } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { validateObjectMeta } from '../../validation/object-meta.js'
import { validateImageSpace } from '../container/containers.js'
import type { Pod, PodSpec } from '../v1/types.gen.js'
import { validatePodAnnotations, validateProfilesMatch } from './pod-annotations.js'
import type { PodCheck } from './pod-check.js'
import type { PodValidationOptions } from './pod-options.js'
import { validatePodSpec } from './pod-spec.js'

/** The specification of a pod, which Go always has. */
export function specOf(pod: Pod): PodSpec {
  return pod.spec ?? ({} as PodSpec)
}

/** Checks a new pod. */
export function validatePodCreate(pod: Pod, options: PodValidationOptions): FieldError[] {
  const errors = validatePodMetadataAndSpec(pod, options)
  const spec = specOf(pod)
  const path = fieldPath('spec')
  if (structsOf(spec.ephemeralContainers).length > 0) {
    errors.push(forbidden(path.child('ephemeralContainers'), 'cannot be set on create'))
  }
  if ((spec.nodeName ?? '') !== '' && structsOf(spec.schedulingGates).length > 0) {
    errors.push(forbidden(path.child('nodeName'), 'cannot be set until all schedulingGates have been cleared'))
  }
  appendAll(errors, validateProfilesMatch(pod.metadata?.annotations, spec, path))
  return errors
}

/** Checks what has to be right in every pod, new or changed. */
export function validatePodMetadataAndSpec(pod: Pod, options: PodValidationOptions): FieldError[] {
  const meta = pod.metadata ?? {}
  const spec = specOf(pod)
  const path = fieldPath('spec')
  const metaPath = fieldPath('metadata')
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  const errors = validateObjectMeta(meta, rules, metaPath)
  appendAll(errors, validatePodAnnotations(meta?.annotations, metaPath.child('annotations'), { spec, options }))
  appendAll(errors, validatePodSpec(spec, path, { options, meta: meta ?? {} }))
  const check: PodCheck = { errors, options }
  validateTokens(spec, check)
  for (const name of ['containers', 'initContainers'] as const) {
    const at = path.child(name)
    for (const [i, container] of structsOf(spec[name]).entries()) validateImageSpace(container, at.index(i), check)
  }
  return errors
}

/** Tokens are of the service account of the pod; a template may leave it to be filled in. */
function validateTokens(spec: PodSpec, { errors }: PodCheck): void {
  if ((spec.serviceAccountName ?? '') !== '' || (spec.serviceAccount ?? '') !== '') return
  for (const [i, volume] of structsOf(spec.volumes).entries()) {
    for (const [j, source] of structsOf(volume.projected?.sources).entries()) {
      if (!isSet(source.serviceAccountToken)) continue
      const at = fieldPath('spec', 'volumes').index(i).child('projected', 'sources').index(j)
      const detail = 'must not be specified when serviceAccountName is not set'
      errors.push(forbidden(at.child('serviceAccountToken'), detail))
    }
  }
}
