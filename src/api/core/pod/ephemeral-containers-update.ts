import { deepEqual } from '../../../descriptor/deep-equal.js'
import { quote } from '../../../internal/quote.js'
import { type FieldError, forbidden } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { isSet, memberOf, structsOf } from '../../validation/go-values.js'
import { forbiddenChange } from '../internal-form/struct-diff.js'
import { ephemeralContainerDescriptor } from '../v1/descriptors.gen.js'
import type { Pod } from '../v1/types.gen.js'
import { mirrorPodAnnotation } from './pod-annotation-keys.js'
import type { PodValidationOptions } from './pod-options.js'
import { validatePodUpdateMetadata } from './pod-update.js'
import { specOf } from './validation.js'

/** Checks a pod whose containers for debugging change: they may be added, and nothing else. */
export function validatePodEphemeralContainersUpdate(
  pod: Pod,
  old: Pod,
  options: PodValidationOptions,
): readonly FieldError[] {
  if (isSet(memberOf(old.metadata?.annotations, mirrorPodAnnotation))) {
    return [forbidden(fieldPath(''), 'static pods do not support ephemeral containers')]
  }
  const errors = validatePodUpdateMetadata(pod, old, options)
  const path = fieldPath('spec', 'ephemeralContainers')
  const containers = new Map(structsOf(specOf(pod).ephemeralContainers).map((item) => [item.name ?? '', item]))
  for (const before of structsOf(specOf(old).ephemeralContainers)) {
    const name = before.name ?? ''
    const now = containers.get(name)
    const what = `existing ephemeral containers ${quote(name)} may not be`
    if (now === undefined) errors.push(forbidden(path, `${what} removed\n`))
    else if (!deepEqual(ephemeralContainerDescriptor, before, now)) {
      errors.push(forbiddenChange(path, `${what} changed`, { type: 'EphemeralContainer', before, after: now }))
    }
  }
  return errors
}
