import {
  type ErrorList,
  type FieldPath,
  fieldPath,
  invalid,
  isDNS1123Subdomain,
  toAggregate,
} from 'apimachinery/validation'
import { requiredChoice } from '../internal/required-choice.js'
import { type AuditStage, auditLevels, auditStages } from './audit-event.js'
import type { AuditGroupResources, AuditPolicyRule, AuditPolicySpec } from './audit-policy.js'

/** What is wrong with a policy; `undefined` for nothing. Source: `ValidatePolicy` of k8s.io/apiserver/pkg/apis/audit/validation. */
export function validateAuditPolicy({ rules, omitStages = [] }: AuditPolicySpec): Error | undefined {
  const path = fieldPath('rules')
  return toAggregate([
    ...stageProblems(omitStages, fieldPath('omitStages')),
    ...rules.flatMap((rule, index) => ruleProblems(rule, path.index(index))),
  ])
}

function ruleProblems(rule: AuditPolicyRule, path: FieldPath): ErrorList {
  const { level, resources = [], namespaces = [], nonResourceURLs = [], omitStages = [] } = rule
  const urls = path.child('nonResourceURLs')
  const both = nonResourceURLs.length > 0 && (resources.length > 0 || namespaces.length > 0)
  return [
    ...requiredChoice(level, path.child('level'), auditLevels),
    ...nonResourceURLs.flatMap((url, index) => urlProblems(url, urls.index(index))),
    ...resources.flatMap((each) => resourceProblems(each, path.child('resources'))),
    ...(both
      ? [invalid(urls, nonResourceURLs, 'rules cannot apply to both regular resources and non-resource URLs')]
      : []),
    ...stageProblems(omitStages, path.child('omitStages')),
  ]
}

function urlProblems(url: string, path: FieldPath): ErrorList {
  if (url === '*') return []
  return [
    ...(url.startsWith('/') ? [] : [invalid(path, url, "non-resource URL rules must begin with a '/' character")]),
    ...(url.slice(0, -1).includes('*')
      ? [invalid(path, url, "non-resource URL wildcards '*' must be the final character of the rule")]
      : []),
  ]
}

function resourceProblems({ group = '', resources = [], resourceNames = [] }: AuditGroupResources, path: FieldPath) {
  const words = group === '' || group === '*' ? [] : isDNS1123Subdomain(group)
  return [
    ...words.map((word) => invalid(path.child('group'), group, word)),
    ...(resourceNames.length > 0 && resources.length === 0
      ? [invalid(path.child('resourceNames'), resourceNames, 'using resourceNames requires at least one resource')]
      : []),
  ]
}

function stageProblems(stages: readonly AuditStage[], path: FieldPath): ErrorList {
  return stages.flatMap((stage, index) =>
    auditStages.includes(stage)
      ? []
      : [invalid(path.index(index), stage, `allowed stages are ${auditStages.join(',')}`)],
  )
}
