import { MachineryError } from 'apimachinery/errors'
import { isNoMatchError, newDiscoveryRESTMapper, ShortcutExpander } from 'apimachinery/meta'
import { GroupVersionResource } from 'apimachinery/schema'
import { UsageError } from '../usage-error.js'
import type { CreateRequest } from './creator.js'

/** Options of what holds rules about resources. */
export const ruleOptions = {
  verb: { type: 'string', multiple: true },
  resource: { type: 'string', multiple: true },
  'resource-name': { type: 'string', multiple: true },
} as const

const resourceVerbs = new Set(
  'get delete list create update patch watch proxy deletecollection use bind escalate impersonate'.split(' '),
)

/** A rule about resources of one group. */
export interface ResourceRule {
  readonly apiGroups: string[]
  readonly resources: string[]
  readonly resourceNames?: string[]
  readonly verbs: string[]
}

/** The verbs, each once; all others are in `*`. */
export function verbsOf({ values, io }: CreateRequest): string[] {
  const verbs = [...new Set(values.list('verb').map((verb) => verb.trim()))]
  if (verbs.includes('*')) return ['*']
  for (const verb of verbs) {
    if (!resourceVerbs.has(verb) && !values.has('non-resource-url')) {
      io.warn(`Warning: '${verb}' is not a standard resource verb`)
    }
  }
  return verbs
}

/** A rule for each group of the resources, in the order of the groups. @throws UsageError in kubectl's wording */
export async function resourceRules(request: CreateRequest, verbs: readonly string[]): Promise<ResourceRule[]> {
  const { values } = request
  const named = [...new Set(values.list('resource'))]
  const names = [...values.each('resource-name')]
  if (names.length > 0 && named.length > 1)
    throw new UsageError('resource name can not be applied to multiple resources')
  const byGroup = new Map<string, string[]>()
  for (const text of named) {
    const { group, resource } = await groupResourceOf(request, text)
    byGroup.set(group, [...(byGroup.get(group) ?? []), resource])
  }
  return [...byGroup.keys()].sort().map((group) => ({
    apiGroups: [group],
    resources: byGroup.get(group) ?? [],
    ...(names.length > 0 && { resourceNames: names }),
    verbs: [...verbs],
  }))
}

/** `deployments.apps/scale`: the resource as the server calls it, with its group and sub-resource. */
async function groupResourceOf(
  { session }: CreateRequest,
  text: string,
): Promise<{ readonly group: string; readonly resource: string }> {
  const [name = '', ...sub] = text.split('/')
  if (name === '') throw new UsageError(`resource must be specified: ${text}`)
  if (name === '*') return { group: '', resource: '*' }
  const [resource = '', ...group] = name.split('.')
  const { client } = await session()
  try {
    const discovery = await client.discovery.discovery()
    const mapper = new ShortcutExpander(newDiscoveryRESTMapper(discovery), discovery)
    const found = mapper.resourceFor(new GroupVersionResource(group.join('.'), '', resource))
    return { group: found.group, resource: [found.resource, ...sub].join('/') }
  } catch (error) {
    if (!isNoMatchError(error)) throw error
    throw new MachineryError('InvalidRequest', `the server doesn't have a resource type ${JSON.stringify(name)}`)
  }
}
