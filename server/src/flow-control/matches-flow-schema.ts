import type { FlowSchemaSpec } from 'apimachinery/api/flowcontrol/v1'
import type { RequestUser } from '../request/context.js'
import type { RequestInfo } from '../request/request-info.js'
import type { RequestDigest } from './flow-request.js'

type Rule = NonNullable<FlowSchemaSpec['rules']>[number]
type Subject = NonNullable<Rule['subjects']>[number]
type ResourceRule = NonNullable<Rule['resourceRules']>[number]
type NonResourceRule = NonNullable<Rule['nonResourceRules']>[number]

/** Reports whether a flow schema is about a request. Source: `matchesFlowSchema` of k8s.io/apiserver/pkg/util/flowcontrol. */
export function matchesFlowSchema({ user, info }: RequestDigest, spec: FlowSchemaSpec | undefined): boolean {
  for (const rule of spec?.rules ?? []) {
    if (!rule.subjects?.some((subject) => matchesSubject(user, subject))) continue
    const matches = info.isResourceRequest
      ? rule.resourceRules?.some((each) => matchesResourceRule(info, each))
      : rule.nonResourceRules?.some((each) => matchesNonResourceRule(info, each))
    if (matches) return true
  }
  return false
}

function matchesSubject(user: RequestUser, subject: Subject): boolean {
  switch (subject.kind) {
    case 'User':
      return subject.user !== undefined && (subject.user.name === '*' || subject.user.name === user.name)
    case 'Group':
      return (
        subject.group !== undefined && (subject.group.name === '*' || user.groups.includes(subject.group.name ?? ''))
      )
    case 'ServiceAccount': {
      const { namespace = '', name = '' } = subject.serviceAccount ?? {}
      const prefix = `system:serviceaccount:${namespace}:`
      return name === '*' ? user.name.startsWith(prefix) : user.name === prefix + name
    }
    default:
      return false
  }
}

function matchesResourceRule(info: RequestInfo, rule: ResourceRule): boolean {
  const { verb, resource, subresource, apiGroup, namespace } = info
  return (
    contains(rule.verbs, verb) &&
    contains(rule.resources, subresource === '' ? resource : `${resource}/${subresource}`) &&
    contains(rule.apiGroups, apiGroup) &&
    (namespace === '' ? rule.clusterScope === true : contains(rule.namespaces, namespace))
  )
}

function matchesNonResourceRule({ verb, path }: RequestInfo, rule: NonResourceRule): boolean {
  return contains(rule.verbs, verb) && (rule.nonResourceURLs ?? []).some((url) => matchesURL(url, path))
}

function matchesURL(url: string, path: string): boolean {
  if (url === '*' || url === path) return true
  const prefix = url.endsWith('*') ? url.slice(0, -1) : url
  return path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`)
}

/** A wildcard is the only element. */
function contains(values: readonly string[] | undefined, value: string): boolean {
  if (values === undefined) return false
  return (values.length === 1 && values[0] === '*') || values.includes(value)
}
