import { appendAll } from '../../../internal/append-all.js'
import type { FieldError } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import type { PodValidationOptions } from '../pod/pod-options.js'
import type { PodTemplate } from '../v1/types.gen.js'
import { validatePodTemplateSpec } from './pod-template-spec.js'

/** Checks a new PodTemplate. */
export function validatePodTemplate(template: PodTemplate, options: PodValidationOptions): FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  const errors = validateObjectMeta(template.metadata, rules, fieldPath('metadata'))
  appendAll(errors, validatePodTemplateSpec(template.template, fieldPath('template'), options))
  return errors
}

/** Checks a changed PodTemplate. */
export function validatePodTemplateUpdate(
  template: PodTemplate,
  old: PodTemplate,
  options: PodValidationOptions,
): FieldError[] {
  const errors = validateObjectMetaUpdate(template.metadata, old.metadata, fieldPath('metadata'))
  appendAll(errors, validatePodTemplateSpec(template.template, fieldPath('template'), options))
  return errors
}
