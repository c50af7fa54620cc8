import { isValidLabelValue } from '../validation/label-value.js'
import { isQualifiedName } from '../validation/qualified-name.js'
import { type FieldError, forbidden, invalid, required } from './field-errors.js'
import type { LabelSelector, LabelSelectorRequirement } from './label-selector.js'
import type { LabelSet } from './label-set.js'

/** What a `LabelSelector` is allowed beyond the rules. */
export interface LabelSelectorValidationOptions {
  /** Lets invalid values pass, for objects that were stored with them. */
  readonly allowInvalidLabelValueInSelector?: boolean
  /** Lets operators pass that this release does not know. */
  readonly allowUnknownOperatorInRequirement?: boolean
}

/** Anything whose text is a field path. */
export interface PathLike {
  toString(): string
}

/** Reports whether an expression of the selector has an invalid value, such as one stored before values were checked. */
export function labelSelectorHasInvalidLabelValue(labelSelector: LabelSelector | undefined): boolean {
  const values = (labelSelector?.matchExpressions ?? []).flatMap((expression) => expression.values ?? [])
  return values.some((value) => isValidLabelValue(value).length > 0)
}

/** Lists what is wrong with a `LabelSelector` that stands at `path`; nothing is wrong with an absent one. */
export function validateLabelSelector(
  labelSelector: LabelSelector | undefined,
  path: PathLike,
  options: LabelSelectorValidationOptions = {},
): FieldError[] {
  const expressions = labelSelector?.matchExpressions ?? []
  return [
    ...validateLabels(labelSelector?.matchLabels, `${path}.matchLabels`),
    ...expressions.flatMap((expression, index) =>
      validateLabelSelectorRequirement(expression, `${path}.matchExpressions[${index}]`, options),
    ),
  ]
}

/** Lists what is wrong with one expression of a `LabelSelector`. */
export function validateLabelSelectorRequirement(
  requirement: LabelSelectorRequirement,
  path: PathLike,
  options: LabelSelectorValidationOptions = {},
): FieldError[] {
  const { key = '', operator = '' } = requirement
  const values = requirement.values ?? []
  const errors: FieldError[] = []
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0) {
      errors.push(required(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'"))
    }
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length > 0) {
      errors.push(forbidden(`${path}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"))
    }
  } else if (!options.allowUnknownOperatorInRequirement) {
    errors.push(invalid(`${path}.operator`, operator, 'not a valid selector operator'))
  }
  errors.push(...validateLabelName(key, `${path}.key`))
  if (options.allowInvalidLabelValueInSelector) return errors
  const invalidValues = values.flatMap((value, index) => validateValue(value, `${path}.values[${index}]`))
  return [...errors, ...invalidValues]
}

/** Lists what keeps `name` from being a label key, one error each. */
export function validateLabelName(name: string, path: PathLike): FieldError[] {
  return isQualifiedName(name).map((message) => invalid(path.toString(), name, message))
}

/** Lists what is wrong with labels that stand at `path`. */
export function validateLabels(labels: LabelSet | undefined, path: PathLike): FieldError[] {
  return Object.entries(labels ?? {}).flatMap(([name, value]) => [
    ...validateLabelName(name, path),
    ...validateValue(value, path.toString()),
  ])
}

function validateValue(value: string, path: string): FieldError[] {
  return isValidLabelValue(value).map((message) => invalid(path, value, message))
}
