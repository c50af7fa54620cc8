import { JSONScalarError, JSONTypeError } from '../../../descriptor/read-error.js'
import { toCanonicalJSON } from '../../../descriptor/to-canonical-json.js'
import { objectMetaDescriptor } from '../../../meta/v1/descriptors.gen.js'
import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import {
  type LabelSelectorValidationOptions,
  type SelectorRequirementFields,
  validateFieldSelectorRequirement,
  validateLabelSelectorRequirement,
} from '../../../validation/label-selector.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { invalidInternal } from '../../validation/internal-text.js'
import { nonResourceAttributesDescriptor } from '../v1/descriptors.gen.js'
import type {
  LocalSubjectAccessReview,
  NonResourceAttributes,
  ResourceAttributes,
  SelfSubjectAccessReview,
  SelfSubjectAccessReviewSpec,
  SubjectAccessReview,
  SubjectAccessReviewSpec,
} from '../v1/types.gen.js'

const spec = /* @__PURE__ */ fieldPath('spec')

/** Checks a SubjectAccessReview. */
export function validateSubjectAccessReview(review: SubjectAccessReview): readonly FieldError[] {
  return [...subjectErrors(review.spec), ...metadataErrors(review.metadata, 'must be empty')]
}

/** Checks a SelfSubjectAccessReview. */
export function validateSelfSubjectAccessReview(review: SelfSubjectAccessReview): readonly FieldError[] {
  return [
    ...choiceErrors(review.spec),
    ...resourceErrors(review.spec?.resourceAttributes),
    ...metadataErrors(review.metadata, 'must be empty'),
  ]
}

/** Checks a LocalSubjectAccessReview. */
export function validateLocalSubjectAccessReview(review: LocalSubjectAccessReview): readonly FieldError[] {
  const { namespace, ...metadata } = review.metadata ?? {}
  const errors = [...subjectErrors(review.spec)]
  if (metadataErrors(metadata, '').length > 0) {
    errors.push(...metadataErrors(review.metadata, 'must be empty except for namespace'))
  }
  const { resourceAttributes, nonResourceAttributes } = review.spec ?? {}
  const asked = resourceAttributes?.namespace ?? ''
  if (isSet(resourceAttributes) && asked !== (namespace ?? '')) {
    errors.push(invalid(spec.child('resourceAttributes', 'namespace'), asked, 'must match metadata.namespace'))
  }
  if (isSet(nonResourceAttributes)) {
    errors.push(
      invalidPathAttributes(
        spec.child('nonResourceAttributes'),
        nonResourceAttributes,
        'disallowed on this kind of request',
      ),
    )
  }
  return errors
}

function subjectErrors(given: SubjectAccessReviewSpec | null | undefined): FieldError[] {
  const user = given?.user ?? ''
  const { groups, resourceAttributes } = given ?? {}
  const errors = choiceErrors(given)
  if ((user ?? '') === '' && (groups ?? []).length === 0) {
    errors.push(invalid(spec.child('user'), '', 'at least one of user or group must be specified'))
  }
  return [...errors, ...resourceErrors(resourceAttributes)]
}

function choiceErrors(given: SelfSubjectAccessReviewSpec | null | undefined): FieldError[] {
  const { resourceAttributes, nonResourceAttributes } = given ?? {}
  const both = isSet(resourceAttributes) && isSet(nonResourceAttributes)
  if (!both && (isSet(resourceAttributes) || isSet(nonResourceAttributes))) return []
  const detail = 'exactly one of nonResourceAttributes or resourceAttributes must be specified'
  const value = nonResourceAttributes ?? null
  const earlier = both
    ? invalidPathAttributes(spec.child('nonResourceAttributes'), value, separately)
    : invalidPathAttributes(spec.child('resourceAttributes'), null, detail)
  const error = invalidPathAttributes(spec, value, detail).with({ origin: 'union', coveredByDeclarative: true })
  return [error.since(37, earlier)]
}

const separately = 'cannot be specified in combination with resourceAttributes'

function invalidPathAttributes(path: FieldPath, value: NonResourceAttributes | null, detail: string): FieldError {
  return invalidInternal(path, { type: nonResourceAttributesDescriptor, value }, detail)
}

function resourceErrors(attributes: ResourceAttributes | null | undefined): FieldError[] {
  if (!isSet(attributes)) return []
  const path = spec.child('resourceAttributes')
  return [
    ...selectorErrors(attributes.fieldSelector, path.child('fieldSelector'), validateFieldSelectorRequirement),
    ...selectorErrors(attributes.labelSelector, path.child('labelSelector'), validateLabelSelectorRequirement),
  ]
}

interface Selector {
  readonly rawSelector?: string | null | undefined
  readonly requirements?: readonly SelectorRequirementFields[] | null | undefined
}

function selectorErrors(
  selector: Selector | null | undefined,
  path: FieldPath,
  rule: (
    requirement: SelectorRequirementFields,
    options: LabelSelectorValidationOptions,
    path: FieldPath,
  ) => readonly FieldError[],
): FieldError[] {
  if (!isSet(selector)) return []
  const raw = selector.rawSelector ?? ''
  const requirements = structsOf(selector.requirements)
  const at = path.child('requirements')
  const errors: FieldError[] = []
  if (raw !== '' && requirements.length > 0) {
    errors.push(invalid(path.child('rawSelector'), raw, 'may not specified at the same time as requirements'))
  }
  if (raw === '' && requirements.length === 0) {
    errors.push(required(at, `when ${path} is specified, requirements or rawSelector is required`))
  }
  const options = { allowUnknownOperatorInRequirement: true }
  return [...errors, ...requirements.flatMap((requirement, i) => rule(requirement, options, at.index(i)))]
}

/** Reports metadata that is not empty. Managed fields, which the server keeps, do not count. */
function metadataErrors(metadata: object | null | undefined, detail: string): FieldError[] {
  const isEmpty = Object.entries(metadata ?? {}).every(([name, value]) => name === 'managedFields' || isNothing(value))
  if (isEmpty) return []
  const error = invalid(fieldPath('metadata'), metadata, detail)
  const valueText = canonicalText(metadata ?? {})
  return [valueText === undefined ? error : error.with({ valueText })]
}

/** As Go writes the value; undefined for a value that Go cannot hold, such as an invalid time. */
function canonicalText(metadata: object): string | undefined {
  try {
    return toCanonicalJSON(objectMetaDescriptor, metadata)
  } catch (error) {
    if (error instanceof JSONScalarError || error instanceof JSONTypeError) return undefined
    throw error
  }
}

function isNothing(value: unknown): boolean {
  if (!isSet(value) || value === '' || value === 0) return true
  return typeof value === 'object' && Object.keys(value!).length === 0
}
