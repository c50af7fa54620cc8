import { type FieldError, forbidden, invalid, required } from '../validation/field-error.js'
import type { FieldPath } from '../validation/field-path.js'
import { isValidLabelValue } from '../validation/label-value.js'
import { isQualifiedName } from '../validation/qualified-name.js'
import type { LabelSelector, LabelSelectorRequirement } from './label-selector.js'
import type { LabelSet } from './label-set.js'

/** What a `LabelSelector` is allowed beyond the rules. */
export interface LabelSelectorValidationOptions {
  /** Lets invalid values pass, for objects that were stored with them. */
  readonly allowInvalidLabelValueInSelector?: boolean
  /** Lets operators pass that this release does not know. */
  readonly allowUnknownOperatorInRequirement?: boolean
}

/** Reports whether an expression of the selector has an invalid value, such as one stored before values were checked. */
export function labelSelectorHasInvalidLabelValue(labelSelector: LabelSelector | undefined): boolean {
  const values = (labelSelector?.matchExpressions ?? []).flatMap((expression) => expression.values ?? [])
  return values.some((value) => isValidLabelValue(value).length > 0)
}

/** Lists what is wrong with a `LabelSelector` that stands at `path`; nothing is wrong with an absent one. */
export function validateLabelSelector(
  labelSelector: LabelSelector | undefined,
  path: FieldPath,
  options: LabelSelectorValidationOptions = {},
): FieldError[] {
  const expressions = labelSelector?.matchExpressions ?? []
  return [
    ...validateLabels(labelSelector?.matchLabels, path.child('matchLabels')),
    ...expressions.flatMap((expression, index) =>
      validateLabelSelectorRequirement(expression, path.child('matchExpressions').index(index), options),
    ),
  ]
}

/** Lists what is wrong with one expression of a `LabelSelector`. */
export function validateLabelSelectorRequirement(
  requirement: LabelSelectorRequirement,
  path: FieldPath,
  options: LabelSelectorValidationOptions = {},
): FieldError[] {
  const { key = '', operator = '' } = requirement
  const values = requirement.values ?? []
  const errors: FieldError[] = []
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0) {
      errors.push(required(path.child('values'), "must be specified when `operator` is 'In' or 'NotIn'"))
    }
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length > 0) {
      errors.push(forbidden(path.child('values'), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"))
    }
  } else if (!options.allowUnknownOperatorInRequirement) {
    errors.push(invalid(path.child('operator'), operator, 'not a valid selector operator'))
  }
  errors.push(...validateLabelName(key, path.child('key')))
  if (options.allowInvalidLabelValueInSelector) return errors
  const invalidValues = values.flatMap((value, index) => validateValue(value, path.child('values').index(index)))
  return [...errors, ...invalidValues]
}

/** Lists what keeps `name` from being a label key, one error each. */
export function validateLabelName(name: string, path: FieldPath): FieldError[] {
  return isQualifiedName(name).map((message) => invalid(path, name, message).withOrigin('format=k8s-label-key'))
}

/** Lists what is wrong with labels that stand at `path`. */
export function validateLabels(labels: LabelSet | undefined, path: FieldPath): FieldError[] {
  return Object.entries(labels ?? {}).flatMap(([name, value]) => [
    ...validateLabelName(name, path),
    ...validateValue(value, path).map((error) => error.withOrigin('format=k8s-label-value')),
  ])
}

function validateValue(value: string, path: FieldPath): FieldError[] {
  return isValidLabelValue(value).map((message) => invalid(path, value, message))
}
