import { fieldPath } from '../../../validation/field-path.js'
import { structsOf, textsOf } from '../../validation/go-values.js'
import type { RuleWithOperations } from '../v1/types.gen.js'

/** Resources that no webhook gets: the reviews that decide about requests. */
const excluded: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'selfsubjectreviews.authentication.k8s.io',
  'tokenreviews.authentication.k8s.io',
  'localsubjectaccessreviews.authorization.k8s.io',
  'selfsubjectaccessreviews.authorization.k8s.io',
  'selfsubjectrulesreviews.authorization.k8s.io',
  'subjectaccessreviews.authorization.k8s.io',
])

/** A configuration of webhooks, as far as their rules go. */
export interface WithWebhookRules {
  readonly webhooks?: readonly { readonly rules?: readonly RuleWithOperations[] | undefined }[] | undefined
}

/**
 * Warns of rules that name resources which no webhook gets. Rules with a wildcard do not mean them.
 *
 * Source: `WarningsForValidatingWebhookRules` of pkg/apis/admissionregistration/validation of Kubernetes.
 */
export function excludedResourceWarnings({ webhooks }: WithWebhookRules): readonly string[] {
  return structsOf(webhooks).flatMap(({ rules }, i) =>
    structsOf(rules).flatMap((rule, j) => {
      const path = fieldPath('webhooks').index(i).child('rules').index(j)
      return excludedOf(rule).map(
        (resource) => `${path}: ${resource} is excluded from admission webhooks; this rule will have no effect`,
      )
    }),
  )
}

function excludedOf({ apiGroups, resources }: RuleWithOperations): readonly string[] {
  const [groups, names] = [textsOf(apiGroups), textsOf(resources)]
  if (groups.includes('*') || names.includes('*')) return []
  const named = groups.flatMap((group) => names.map((name) => `${name}.${group}`))
  return [...new Set(named)].filter((resource) => excluded.has(resource))
}
