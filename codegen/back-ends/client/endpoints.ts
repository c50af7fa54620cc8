import type { Endpoint } from '../../../src/runtime/client-contract.js'
import type { KindFacts } from '../../ir/declarations.js'
import type { ApiPackage } from '../../ir/model.js'
import type { ClientMethod, ResourceFacts } from '../../ir/resource-facts.js'

/** A method of a generated client. */
export interface ClientCall extends Endpoint {
  readonly name: string
  /** The path names one object. */
  readonly named: boolean
  readonly takes: 'object' | 'patch' | 'nothing'
}

type Row = readonly [name: string, verb: string, method: Endpoint['method'], options: string, target: string]

/** The usual verbs. Target: `one` object, the `status` of one, or `all` of them. */
const usual: readonly Row[] = [
  ['create', 'create', 'POST', 'CreateOptions', 'all'],
  ['update', 'update', 'PUT', 'UpdateOptions', 'one'],
  ['updateStatus', 'update', 'PUT', 'UpdateOptions', 'status'],
  ['delete', 'delete', 'DELETE', 'DeleteOptions', 'one'],
  ['deleteCollection', 'deletecollection', 'DELETE', 'ListOptions', 'all'],
  ['get', 'get', 'GET', 'GetOptions', 'one'],
  ['list', 'list', 'GET', 'ListOptions', 'all'],
  ['watch', 'watch', 'GET', 'ListOptions', 'all'],
  ['patch', 'patch', 'PATCH', 'PatchOptions', 'one'],
  ['apply', 'patch', 'PATCH', 'PatchOptions', 'one'],
  ['applyStatus', 'patch', 'PATCH', 'PatchOptions', 'status'],
]

/** The methods of a kind's client, after `+genclient` and its options. */
export function clientCalls(pkg: ApiPackage, kind: KindFacts, resource: ResourceFacts): ClientCall[] {
  const { noVerbs, onlyVerbs, skipVerbs, noStatus, methods } = resource.client ?? {}
  const hasStatus = resource.subresources?.includes('status') === true && noStatus !== true
  const rows =
    noVerbs === true
      ? []
      : usual.filter(([name, , , , target]) => {
          if (target === 'status' && !hasStatus) return false
          return (onlyVerbs === undefined || onlyVerbs.includes(name)) && skipVerbs?.includes(name) !== true
        })
  const base = basePath(pkg, resource)
  return [
    ...rows.map((row) => usualCall(row, base, kind.kind)),
    ...(methods ?? []).map((method) => extraCall(method, base, kind.kind)),
  ]
}

function usualCall([name, verb, method, options, target]: Row, base: string, kind: string): ClientCall {
  const path = target === 'all' ? base : `${base}/{name}${target === 'status' ? '/status' : ''}`
  const sendsObject = verb === 'create' || verb === 'update' || name.startsWith('apply')
  const takes = sendsObject ? 'object' : verb === 'patch' ? 'patch' : 'nothing'
  const result = verb === 'list' ? `${kind}List` : verb.startsWith('delete') ? 'Status' : kind
  return { name, verb, method, path, options, ...bodyOf(takes, kind), result, named: target !== 'all', takes }
}

const methodsByVerb: Readonly<Record<string, readonly [Endpoint['method'], string]>> = {
  create: ['POST', 'CreateOptions'],
  update: ['PUT', 'UpdateOptions'],
  delete: ['DELETE', 'DeleteOptions'],
  list: ['GET', 'ListOptions'],
  watch: ['GET', 'ListOptions'],
  patch: ['PATCH', 'PatchOptions'],
  apply: ['PATCH', 'PatchOptions'],
}

/** A method that `+genclient:method=…` adds. */
function extraCall({ name, verb, subresource, input, result }: ClientMethod, base: string, kind: string): ClientCall {
  const [method, options] = methodsByVerb[verb] ?? ['GET', 'GetOptions']
  const sends = ['create', 'update', 'apply'].includes(verb)
  const takes = sends ? 'object' : verb === 'patch' ? 'patch' : 'nothing'
  const isOfAll = (verb === 'list' || verb === 'watch' || verb === 'create') && subresource === undefined
  return {
    name: name.charAt(0).toLowerCase() + name.slice(1),
    verb: verb === 'apply' ? 'patch' : verb,
    method,
    path: isOfAll ? base : `${base}/{name}${subresource === undefined ? '' : `/${subresource}`}`,
    options,
    ...bodyOf(takes, baseName(input) ?? kind),
    result: baseName(result) ?? (verb === 'list' ? `${kind}List` : kind),
    named: !isOfAll,
    takes,
  }
}

/** `k8s.io/api/autoscaling/v1.Scale` → `Scale`. */
function baseName(type: string | undefined): string | undefined {
  return type?.split('.').at(-1)
}

function bodyOf(takes: ClientCall['takes'], kind: string): { body?: string } {
  return takes === 'nothing' ? {} : { body: takes === 'patch' ? 'Patch' : kind }
}

function basePath({ group = '', version = '' }: ApiPackage, { plural, scope }: ResourceFacts): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  return `${root}${scope === 'Namespaced' ? '/namespaces/{namespace}' : ''}/${plural}`
}
