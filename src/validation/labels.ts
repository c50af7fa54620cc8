import { ErrorType } from './error-type.js'
import { errorsOfEach } from './errors-of-each.js'
import { FieldError } from './field-error.js'
import type { FieldPath } from './field-path.js'
import { isValidLabelValue } from './label-value.js'
import { isQualifiedName } from './qualified-name.js'

/** Checks the key of a label. */
export function validateLabelName(key: string, path: FieldPath): FieldError[] {
  const problems = isQualifiedName(key)
  if (problems.length === 0) return []
  return problems.map((problem) => invalidFormat(path, key, { problem, origin: 'format=k8s-label-key' }))
}

/** Checks keys and values of labels. */
export function validateLabels(
  labels: Readonly<Record<string, string>> | null | undefined,
  path: FieldPath,
): FieldError[] {
  if (labels === undefined || labels === null) return []
  return errorsOfEach(Object.keys(labels), (key) => validateLabel(key, labels[key], path))
}

function validateLabel(key: string, value: string | undefined, path: FieldPath): FieldError[] {
  const errors = validateLabelName(key, path)
  // null in an object that was read faithfully is the empty text in Go.
  for (const problem of isValidLabelValue(value ?? '')) {
    errors.push(invalidFormat(path, value, { problem, origin: 'format=k8s-label-value' }))
  }
  return errors
}

function invalidFormat(path: FieldPath, value: unknown, found: { problem: string; origin: string }): FieldError {
  const { problem: detail, origin } = found
  return new FieldError({ type: ErrorType.Invalid, field: path.toString(), badValue: value, detail, origin })
}
