import { ClusterRole, Role } from 'apimachinery/api/rbac/v1'
import { UsageError } from '../usage-error.js'
import { type CreateRequest, type Creator, keyAndValue, metadataFor } from './creator.js'
import { resourceRules, ruleOptions, verbsOf } from './policy-rules.js'

/** The verbs of non-resource URLs. */
const urlVerbs = new Set('get put post head options delete patch *'.split(' '))

/** `create role`. */
export const role: Creator = {
  usage: 'role NAME --verb=VERB… --resource=RESOURCE[.GROUP][/SUBRESOURCE]… [--resource-name=NAME]…',
  options: ruleOptions,
  async make(request) {
    requireVerbs(request)
    if (!request.values.has('resource')) throw new UsageError('at least one resource must be specified')
    return new Role({ metadata: metadataFor(request), rules: await resourceRules(request, verbsOf(request)) })
  },
}

/** `create clusterrole`. */
export const clusterRole: Creator = {
  usage:
    'clusterrole NAME (--verb=VERB… (--resource=RESOURCE… [--resource-name=NAME]… | --non-resource-url=PATH…) | --aggregation-rule=LABELS)',
  options: {
    ...ruleOptions,
    'non-resource-url': { type: 'string', multiple: true },
    'aggregation-rule': { type: 'string', multiple: true },
  },
  async make(request) {
    const { name, values } = request
    if (values.has('aggregation-rule')) return aggregated(request)
    requireVerbs(request)
    const urls = [...values.list('non-resource-url')]
    if (urls.length === 0 && !values.has('resource')) {
      throw new UsageError('one of resource or nonResourceURL must be specified')
    }
    if (values.has('resource-name') && !values.has('resource')) throw new UsageError('resource must be specified')
    const verbs = verbsOf(request)
    const wrong = urls.length > 0 ? verbs.find((verb) => !urlVerbs.has(verb)) : undefined
    if (wrong !== undefined) throw new UsageError(`invalid verb: '${wrong}' for nonResourceURL`)
    const rules = await resourceRules(request, verbs)
    return new ClusterRole({
      metadata: { name },
      rules: [...rules, ...(urls.length > 0 ? [{ nonResourceURLs: urls, verbs }] : [])],
    })
  },
}

function requireVerbs({ values }: CreateRequest): void {
  if (!values.has('verb')) throw new UsageError('at least one verb must be specified')
}

/** A role whose rules are those of the roles with some labels. */
function aggregated({ name, values }: CreateRequest): ClusterRole {
  if (['verb', 'resource', 'resource-name', 'non-resource-url'].some((option) => values.has(option))) {
    throw new UsageError(
      'aggregation rule must be specified without nonResourceURLs, verbs, resources or resourceNames',
    )
  }
  const matchLabels = Object.fromEntries(
    values.list('aggregation-rule').map((text) => {
      const [key, value] = keyAndValue(text)
      if (value === undefined) throw new UsageError(`${text} must be formatted as key=value`)
      return [key, value]
    }),
  )
  const aggregationRule = { clusterRoleSelectors: [{ matchLabels }] }
  return new ClusterRole({ metadata: { name }, aggregationRule, rules: null as never })
}
