import { type FieldError, forbidden, invalid, required } from './field-error.js'
import type { FieldPath } from './field-path.js'
import { isValidLabelValue } from './label-value.js'
import { validateLabelName, validateLabels } from './labels.js'
import { present } from './present.js'

/** One condition of a selector in an object: `{ key, operator, values }`. */
export interface SelectorRequirementFields {
  readonly key?: string | undefined
  readonly operator?: string | undefined
  readonly values?: readonly string[] | null | undefined
}

/** A label selector in an object, as JSON. */
export interface LabelSelectorFields {
  readonly matchLabels?: Readonly<Record<string, string>> | null | undefined
  readonly matchExpressions?: readonly SelectorRequirementFields[] | null | undefined
}

/** Options of {@link validateLabelSelector}. */
export interface LabelSelectorValidationOptions {
  /** Values that are not label values, for objects that have them already. */
  readonly allowInvalidLabelValueInSelector?: boolean
  /** Accepts operators that this release does not define. */
  readonly allowUnknownOperatorInRequirement?: boolean
}

/** Checks a label selector. */
export function validateLabelSelector(
  selector: LabelSelectorFields | null | undefined,
  options: LabelSelectorValidationOptions,
  path: FieldPath,
): FieldError[] {
  if (selector === null || selector === undefined) return []
  const errors = validateLabels(selector.matchLabels, path.child('matchLabels'))
  for (const [i, requirement] of (selector.matchExpressions ?? []).entries()) {
    // Objects read faithfully may hold null, which Go reads as an empty one.
    errors.push(
      ...validateLabelSelectorRequirement(present(requirement), options, path.child('matchExpressions').index(i)),
    )
  }
  return errors
}

/** Checks one condition of a label selector. */
export function validateLabelSelectorRequirement(
  requirement: SelectorRequirementFields,
  options: LabelSelectorValidationOptions,
  path: FieldPath,
): FieldError[] {
  const errors = [
    ...validateOperator(requirement, options, path),
    ...validateLabelName(requirement.key ?? '', path.child('key')),
  ]
  if (options.allowInvalidLabelValueInSelector) return errors
  for (const [i, value] of (requirement.values ?? []).entries()) {
    for (const problem of isValidLabelValue(value ?? ''))
      errors.push(invalid(path.child('values').index(i), value, problem))
  }
  return errors
}

/** Checks one condition of a field selector in an object. */
export function validateFieldSelectorRequirement(
  requirement: SelectorRequirementFields,
  options: Pick<LabelSelectorValidationOptions, 'allowUnknownOperatorInRequirement'>,
  path: FieldPath,
): FieldError[] {
  const errors = (requirement.key ?? '') === '' ? [required(path.child('key'), 'must be specified')] : []
  return [...errors, ...validateOperator(requirement, options, path)]
}

function validateOperator(
  requirement: SelectorRequirementFields,
  options: Pick<LabelSelectorValidationOptions, 'allowUnknownOperatorInRequirement'>,
  path: FieldPath,
): FieldError[] {
  const operator = requirement.operator ?? ''
  const { values } = requirement
  const count = values?.length ?? 0
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (count > 0) return []
      return [required(path.child('values'), "must be specified when `operator` is 'In' or 'NotIn'")]
    case 'Exists':
    case 'DoesNotExist':
      if (count === 0) return []
      return [forbidden(path.child('values'), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")]
    default:
      if (options.allowUnknownOperatorInRequirement) return []
      return [invalid(path.child('operator'), operator, 'not a valid selector operator').withJSONText()]
  }
}

/** Reports whether a selector has values that are not label values, so that an update may keep them. */
export function labelSelectorHasInvalidLabelValue(selector: LabelSelectorFields | null | undefined): boolean {
  return (selector?.matchExpressions ?? []).some((requirement) =>
    (requirement?.values ?? []).some((value) => isValidLabelValue(value ?? '').length > 0),
  )
}
