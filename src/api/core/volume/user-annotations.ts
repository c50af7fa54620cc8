import { annotationsSize, totalAnnotationSizeLimitB } from '../../../validation/annotations.js'
import { isDomainPrefixedKey } from '../../../validation/domain-rules.js'
import { type FieldError, tooLong } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'

/** Checks the annotations of a pod's author for a signer: keys with a domain, limited size. */
export function validateUserAnnotations(annotations: Readonly<Record<string, string>>, path: FieldPath): FieldError[] {
  const errors = Object.keys(annotations).flatMap((key) => isDomainPrefixedKey(path, key.toLowerCase()))
  if (annotationsSize(annotations) > totalAnnotationSizeLimitB) errors.push(tooLong(path, totalAnnotationSizeLimitB))
  return errors
}
