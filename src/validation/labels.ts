import { type FieldError, invalid } from './field-error.js'
import type { FieldPath } from './field-path.js'
import { isValidLabelValue } from './label-value.js'
import { isQualifiedName } from './qualified-name.js'

/** Checks the key of a label. */
export function validateLabelName(key: string, path: FieldPath): FieldError[] {
  return isQualifiedName(key).map((problem) => invalid(path, key, problem).withOrigin('format=k8s-label-key'))
}

/** Checks keys and values of labels. */
export function validateLabels(
  labels: Readonly<Record<string, string>> | null | undefined,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = []
  for (const [key, value] of Object.entries(labels ?? {})) {
    errors.push(...validateLabelName(key, path))
    // null in an object that was read faithfully is the empty text in Go.
    for (const problem of isValidLabelValue(value ?? '')) {
      errors.push(invalid(path, value, problem).withOrigin('format=k8s-label-value'))
    }
  }
  return errors
}
