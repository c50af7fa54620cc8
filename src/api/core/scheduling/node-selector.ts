import { type FieldError, forbidden, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isValidLabelValue } from '../../../validation/label-value.js'
import { validateLabelName } from '../../../validation/labels.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { isSet, structsOf, textsOf } from '../../validation/go-values.js'
import { invalidNamed } from '../../validation/named-text.js'
import type {
  NodeAffinity,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PreferredSchedulingTerm,
} from '../v1/types.gen.js'

/** Whether node selectors may have invalid label values. */
export interface NodeSelectorOptions {
  readonly allowInvalidLabelValue: boolean
}

/** Checks the wishes of a pod for nodes. */
export function validateNodeAffinity(
  affinity: NodeAffinity,
  path: FieldPath,
  options: NodeSelectorOptions,
): FieldError[] {
  const required = affinity.requiredDuringSchedulingIgnoredDuringExecution
  const at = path.child('requiredDuringSchedulingIgnoredDuringExecution')
  return [
    ...(isSet(required) ? validateNodeSelector(required, at, options) : []),
    ...validatePreferredSchedulingTerms(
      structsOf(affinity.preferredDuringSchedulingIgnoredDuringExecution),
      path.child('preferredDuringSchedulingIgnoredDuringExecution'),
    ),
  ]
}

/** Checks a selector of nodes: it has at least one term. */
export function validateNodeSelector(
  selector: NodeSelector,
  path: FieldPath,
  options: NodeSelectorOptions,
): FieldError[] {
  const at = path.child('nodeSelectorTerms')
  const terms = structsOf(selector.nodeSelectorTerms)
  if (terms.length === 0) return [required(at, 'must have at least one node selector term')]
  return terms.flatMap((term, i) => validateNodeSelectorTerm(term, at.index(i), options))
}

/** Checks one term of a selector of nodes. */
export function validateNodeSelectorTerm(
  term: NodeSelectorTerm,
  path: FieldPath,
  options: NodeSelectorOptions,
): FieldError[] {
  const labels = structsOf(term.matchExpressions)
  const fields = structsOf(term.matchFields)
  return [
    ...labels.flatMap((item, i) => labelErrors(item, path.child('matchExpressions').index(i), options)),
    ...fields.flatMap((item, i) => fieldErrors(item, path.child('matchFields').index(i))),
  ]
}

/** Preferred terms may have invalid values: they never keep a pod from a node. */
function validatePreferredSchedulingTerms(terms: readonly PreferredSchedulingTerm[], path: FieldPath): FieldError[] {
  return terms.flatMap((term, i) => [
    ...weightErrors(term.weight, path.index(i).child('weight')),
    ...validateNodeSelectorTerm(term.preference ?? {}, path.index(i).child('preference'), {
      allowInvalidLabelValue: true,
    }),
  ])
}

/** Checks how much a wish counts. */
export function weightErrors(weight: number | undefined, path: FieldPath): FieldError[] {
  const given = weight ?? 0
  return given > 0 && given <= 100 ? [] : [invalid(path, given, 'must be in the range 1-100')]
}

function labelErrors(
  requirement: NodeSelectorRequirement,
  path: FieldPath,
  { allowInvalidLabelValue }: NodeSelectorOptions,
): FieldError[] {
  const values = textsOf(requirement.values)
  const errors = operatorErrors(requirement.operator ?? '', values.length, path)
  errors.push(...validateLabelName(requirement.key ?? '', path.child('key')))
  if (allowInvalidLabelValue) return errors
  for (const [i, value] of values.entries()) {
    for (const problem of isValidLabelValue(value)) {
      errors.push(invalid(path.child('values').index(i), value, problem).withOrigin('format=k8s-label-value'))
    }
  }
  return errors
}

function operatorErrors(operator: string, count: number, path: FieldPath): FieldError[] {
  const at = path.child('values')
  switch (operator) {
    case 'In':
    case 'NotIn':
      return count > 0 ? [] : [required(at, "must be specified when `operator` is 'In' or 'NotIn'")]
    case 'Exists':
    case 'DoesNotExist':
      return count === 0 ? [] : [forbidden(at, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")]
    case 'Gt':
    case 'Lt':
      return count === 1 ? [] : [required(at, "must be specified single value when `operator` is 'Lt' or 'Gt'")]
    default:
      return [invalidNamed(path.child('operator'), operator, 'not a valid selector operator')]
  }
}

function fieldErrors(requirement: NodeSelectorRequirement, path: FieldPath): FieldError[] {
  const operator = requirement.operator ?? ''
  const key = requirement.key ?? ''
  const values = textsOf(requirement.values)
  const errors: FieldError[] = []
  if (operator !== 'In' && operator !== 'NotIn') {
    errors.push(invalidNamed(path.child('operator'), operator, 'not a valid selector operator'))
  } else if (values.length !== 1) {
    const detail = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector"
    errors.push(required(path.child('values'), detail))
  }
  if (key !== 'metadata.name') {
    errors.push(invalid(path.child('key'), key, 'not a valid field selector key'))
    return errors
  }
  for (const [i, value] of values.entries()) {
    for (const problem of nameIsDNSSubdomain(value, false)) {
      errors.push(invalid(path.child('values').index(i), value, problem))
    }
  }
  return errors
}

/** Reports whether a term has invalid label values, so that an update may keep them. */
export function hasInvalidLabelValue(terms: readonly NodeSelectorTerm[] | null | undefined): boolean {
  return structsOf(terms).some((term) =>
    structsOf(term.matchExpressions).some((item) =>
      textsOf(item.values).some((value) => isValidLabelValue(value).length > 0),
    ),
  )
}
