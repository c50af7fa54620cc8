import { appendAll } from '../../../internal/append-all.js'
import { validateAnnotations } from '../../../validation/annotations.js'
import { type FieldError, forbidden } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateLabels } from '../../../validation/labels.js'
import { structsOf } from '../../validation/go-values.js'
import { validatePodAnnotations, validateProfilesMatch } from '../pod/pod-annotations.js'
import type { PodValidationOptions } from '../pod/pod-options.js'
import { validatePodSpec } from '../pod/pod-spec.js'
import type { PodSpec, PodTemplateSpec } from '../v1/types.gen.js'

/** Checks a pod template of any kind. */
export function validatePodTemplateSpec(
  template: PodTemplateSpec | null | undefined,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const annotations = template?.metadata?.annotations
  const spec = template?.spec ?? ({} as PodSpec)
  const errors = validateLabels(template?.metadata?.labels, path.child('labels'))
  appendAll(errors, validateAnnotations(annotations, path.child('annotations')))
  appendAll(errors, validatePodAnnotations(annotations, path.child('annotations'), { spec, options }))
  appendAll(errors, validatePodSpec(spec, path.child('spec'), { options }))
  appendAll(errors, validateProfilesMatch(annotations, spec, path.child('spec')))
  if (structsOf(spec.ephemeralContainers).length > 0) {
    errors.push(
      forbidden(path.child('spec', 'ephemeralContainers'), 'ephemeral containers not allowed in pod template'),
    )
  }
  return errors
}
