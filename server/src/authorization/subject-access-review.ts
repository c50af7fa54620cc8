import type { AuthorizationAttributes } from './authorizer.js'
import type { FieldSelectorRequirement, LabelSelectorRequirement } from './selector-attributes.js'

/** The `spec` of a `SubjectAccessReview` about a request, in the order of Go's fields. */
export function subjectAccessReviewSpec(attributes: AuthorizationAttributes): Record<string, unknown> {
  const { user, isResourceRequest, verb, path } = attributes
  return {
    ...(isResourceRequest
      ? { resourceAttributes: resourceAttributes(attributes) }
      : { nonResourceAttributes: { path, verb } }),
    ...(user.name !== '' && { user: user.name }),
    ...(user.groups.length > 0 && { groups: user.groups }),
    ...(Object.keys(user.extra).length > 0 && { extra: user.extra }),
    ...(user.uid !== '' && { uid: user.uid }),
  }
}

function resourceAttributes(attributes: AuthorizationAttributes): Record<string, unknown> {
  const { fieldSelector, labelSelector } = attributes
  const fields = {
    namespace: attributes.namespace,
    verb: attributes.verb,
    group: attributes.apiGroup,
    version: attributes.apiVersion,
    resource: attributes.resource,
    subresource: attributes.subresource,
    name: attributes.name,
  }
  const fieldRequirements = fieldSelector?.map(fieldRequirement) ?? []
  // Operators that reviews have no word for only widen what is asked, as in Go.
  const labelRequirements = labelSelector?.flatMap(labelRequirement) ?? []
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')),
    ...(fieldRequirements.length > 0 && { fieldSelector: { requirements: fieldRequirements } }),
    ...(labelRequirements.length > 0 && { labelSelector: { requirements: labelRequirements } }),
  }
}

function fieldRequirement({ key, operator, value }: FieldSelectorRequirement): object {
  return { key, operator: operator === '!=' ? 'NotIn' : 'In', values: [value] }
}

const labelOperators: Readonly<Record<string, string>> = {
  '=': 'In',
  '==': 'In',
  in: 'In',
  '!=': 'NotIn',
  notin: 'NotIn',
  exists: 'Exists',
  '!': 'DoesNotExist',
}

function labelRequirement({ key, operator, values }: LabelSelectorRequirement): object[] {
  const named = labelOperators[operator]
  return named === undefined ? [] : [{ key, operator: named, ...(values.length > 0 && { values }) }]
}
