import type { ClientMethod, ResourceFacts } from '../../ir/resource-facts.js'

/** Methods of a resource client by the verb of `+genclient:onlyVerbs` and `:skipVerbs` that they belong to. */
const methodsOfVerb: Readonly<Record<string, readonly string[]>> = {
  create: ['create'],
  update: ['update'],
  updateStatus: ['updateStatus'],
  delete: ['delete'],
  deleteCollection: ['deleteCollection'],
  get: ['get'],
  list: ['list', 'listItems', 'pages', 'each'],
  watch: ['watch'],
  patch: ['patch'],
  apply: ['apply'],
  applyStatus: ['applyStatus'],
}

/** Methods of a resource client that a kind does not have, sorted. */
export function absentMethods({ client, subresources }: ResourceFacts): string[] {
  const { noVerbs, onlyVerbs, skipVerbs, noStatus } = client ?? {}
  const hasStatus = subresources?.includes('status') === true && noStatus !== true
  const absent = Object.entries(methodsOfVerb).flatMap(([verb, methods]) => {
    const isStatus = verb === 'updateStatus' || verb === 'applyStatus'
    const has =
      noVerbs !== true &&
      (!isStatus || hasStatus) &&
      (onlyVerbs === undefined || onlyVerbs.includes(verb)) &&
      skipVerbs?.includes(verb) !== true
    return has ? [] : methods
  })
  return (hasStatus ? absent : [...absent, 'status']).sort()
}

/** A method that `+genclient:method=…` adds, as a call of what a resource client has. */
export interface ExtraMethod {
  readonly name: string
  readonly options:
    | 'GetCallOptions'
    | 'ListCallOptions'
    | 'CreateCallOptions'
    | 'UpdateCallOptions'
    | 'PatchCallOptions'
    | 'ApplyCallOptions'
  readonly takes: 'nothing' | 'object' | 'patch'
  /** The first argument is the name of the object; otherwise the object has it, or it is not for one object. */
  readonly named: boolean
  /** Method of a client of the sub-resource, or of the resource where there is none. */
  readonly call: string
  readonly subresource: string | undefined
  readonly input: string | undefined
  readonly result: string | undefined
}

type Call = readonly [
  takes: ExtraMethod['takes'],
  options: ExtraMethod['options'],
  onSubresource: string | undefined,
  onResource: string,
]

/** How the verbs of extra methods are called. A list, a watch or a deletion of a sub-resource is nothing servers have. */
const calls: Readonly<Record<string, Call>> = {
  get: ['nothing', 'GetCallOptions', 'get', 'get'],
  list: ['nothing', 'ListCallOptions', undefined, 'list'],
  create: ['object', 'CreateCallOptions', 'create', 'create'],
  update: ['object', 'UpdateCallOptions', 'updateFor', 'update'],
  patch: ['patch', 'PatchCallOptions', 'patch', 'patch'],
  apply: ['object', 'ApplyCallOptions', 'applyFor', 'apply'],
}

/** The extra methods of a kind that can be called. */
export function extraMethods({ client }: ResourceFacts): ExtraMethod[] {
  return (client?.methods ?? []).flatMap((method) => extraMethod(method) ?? [])
}

function extraMethod({ name, verb, subresource, input, result }: ClientMethod): ExtraMethod | undefined {
  const [takes, options, onSubresource, onResource] = calls[verb] ?? []
  const call = subresource === undefined ? onResource : onSubresource
  if (takes === undefined || options === undefined || call === undefined) return undefined
  const named = subresource !== undefined || call === 'get' || call === 'patch'
  return { name: name.charAt(0).toLowerCase() + name.slice(1), takes, named, options, call, subresource, input, result }
}
