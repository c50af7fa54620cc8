import type { Target } from './target.js'

/** Path → what a server has there, in a form that can be compared. */
export type Documents = Map<string, unknown>

/** Everything that a server says without being asked for an object: discovery, schemas, checks, metrics, and what it made at the start. */
export async function readDocuments({ ask }: Target): Promise<Documents> {
  const documents: Documents = new Map()
  const json = async (path: string, accept?: string): Promise<unknown> => {
    const { status, text } = await ask({ path, ...(accept !== undefined && { accept }) })
    try {
      return JSON.parse(text)
    } catch {
      return { status, text }
    }
  }
  const keep = async (path: string, shown: (value: unknown) => unknown = (value) => value): Promise<unknown> => {
    const value = await json(path)
    documents.set(path, shown(value))
    return value
  }
  await keep('/')
  await keep('/version', withoutBuild)
  await keep('/api', withoutAddress)
  const { groups } = (await keep('/apis')) as { groups: { versions: { groupVersion: string }[] }[] }
  for (const root of ['/api', '/apis']) {
    documents.set(
      `${root} aggregated`,
      await json(root, 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'),
    )
  }
  const versions = groups.flatMap((group) => group.versions.map(({ groupVersion }) => groupVersion))
  const lists = new Map<string, boolean>()
  for (const groupVersion of ['v1', ...versions]) {
    const root = groupVersion === 'v1' ? '/api/v1' : `/apis/${groupVersion}`
    const { resources } = (await keep(root)) as { resources: { name: string; verbs: string[] }[] }
    for (const { name, verbs } of resources) if (verbs.includes('list')) lists.set(`${root}/${name}`, true)
  }
  for (const path of lists.keys()) await keep(path, withoutChosen)
  const { paths } = (await json('/openapi/v3')) as { paths: Record<string, { serverRelativeURL: string }> }
  documents.set('/openapi/v3', Object.keys(paths).sort())
  for (const [name, { serverRelativeURL }] of Object.entries(paths)) {
    documents.set(`/openapi/v3/${name}`, withoutDescriptions(await json(serverRelativeURL)))
  }
  await keep('/openapi/v2', withoutDescriptions)
  for (const path of ['/readyz', '/livez', '/healthz'])
    documents.set(path, (await ask({ path: `${path}?verbose` })).text.split('\n'))
  documents.set('/metrics', metricNames((await ask({ path: '/metrics' })).text))
  documents.set('/metrics features', featureGates((await ask({ path: '/metrics' })).text))
  return documents
}

function withoutBuild(value: unknown): unknown {
  const {
    gitCommit: _,
    buildDate: _date,
    goVersion: _go,
    compiler: _compiler,
    platform: _platform,
    ...rest
  } = value as Record<string, unknown>
  return rest
}

function withoutAddress(value: unknown): unknown {
  const { serverAddressByClientCIDRs: _, ...rest } = value as Record<string, unknown>
  return rest
}

const chosen = new Set([
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'managedFields',
  'renewTime',
  'acquireTime',
  'holderIdentity',
  'lastTransitionTime',
])

/** A list by the names of its objects, without what a server chooses. */
function withoutChosen(value: unknown): unknown {
  const text = JSON.stringify(value, (key, each: unknown) => (chosen.has(key) ? undefined : each))
  const { items = [], ...rest } = JSON.parse(text) as { items?: { metadata: { name: string; namespace?: string } }[] }
  const named = items.map((item) => [`${item.metadata.namespace ?? ''}/${item.metadata.name}`, item] as const)
  return { ...rest, items: Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1))) }
}

/** The types here have no descriptions; without one, a reference needs no `allOf` around it. */
function withoutDescriptions(value: unknown): unknown {
  const text = JSON.stringify(value, (key, each: unknown) =>
    key === 'description' && typeof each === 'string' ? undefined : each,
  )
  return JSON.parse(text, (_, each: unknown) => {
    const keys = typeof each === 'object' && each !== null ? Object.keys(each) : []
    return keys.length === 1 && keys[0] === 'allOf' ? (each as { allOf: unknown[] }).allOf[0] : each
  })
}

/** Name → its type and labels. */
function metricNames(text: string): Record<string, string> {
  const names: Record<string, string> = {}
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) names[name] = type
  return names
}

/** Gate → its stage and state. */
function featureGates(text: string): Record<string, string> {
  const gates: Record<string, string> = {}
  const line = /^kubernetes_feature_enabled\{name="([^"]*)",stage="([^"]*)"\} (\d)/gm
  for (const [, name = '', stage = '', state = ''] of text.matchAll(line)) gates[name] = `${stage} ${state}`
  return gates
}
