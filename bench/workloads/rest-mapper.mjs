import { readFileSync } from 'node:fs'
import { unpackDiscovery } from '../../test/interop/cluster.mjs'
import { goMeasured, goProgram } from '../harness/go.mjs'
import { loadEntry } from '../harness/modules.mjs'

const byHand = 'one Map of known names'
const lookups = 1000

/** Names as they come from a command line or a manifest, in turn. */
function resourcesOf({ resourceLists }) {
  const names = resourceLists.flatMap(({ resources }) => resources.map(({ name }) => name))
  return Array.from({ length: lookups }, (_, i) => ({ resource: names[i % names.length] }))
}

function kindsOf({ resourceLists }) {
  const kinds = resourceLists.flatMap(({ groupVersion, resources }) => {
    const group = groupVersion.includes('/') ? groupVersion.split('/')[0] : ''
    return resources.map(({ kind }) => ({ group, kind }))
  })
  return Array.from({ length: lookups }, (_, i) => kinds[i % kinds.length])
}

function each(questions, ask) {
  let last
  for (const question of questions) last = ask(question)
  return last
}

/** The same lookups in Go, or making the mapper where there are no questions. */
function goLookups(name, baseline, questionsOf = () => []) {
  return goMeasured(name, baseline, ({ go, discovery, ...context }) => {
    const questions = questionsOf(context)
    return go.ask({ op: 'bench.mapper', in: { ...discovery, questions } })
  })
}

export const workload = {
  name: 'RESTMapper',
  about:
    'A thousand lookups in the discovery of a whole cluster (the built-in groups and the Gateway API): the kind of a resource without group and version, the mapping of a kind; and making the mapper. Go with the mapper of client-go, on one core.',
  unit: 'ms',
  async setup() {
    const meta = await loadEntry('./meta')
    const file = new URL('../../test/golden/rest-mapper/cluster.json', import.meta.url)
    const discovery = unpackDiscovery(JSON.parse(readFileSync(file, 'utf8')))
    const mapper = meta.newDiscoveryRESTMapper(discovery)
    const resources = resourcesOf(discovery)
    return {
      go: goProgram(),
      meta,
      discovery,
      mapper,
      resources,
      caching: new meta.CachingRESTMapper(mapper),
      kinds: kindsOf(discovery),
      table: new Map(resources.map(({ resource }) => [resource, mapper.kindFor({ resource })])),
    }
  },
  operations: [
    { name: byHand, run: ({ table, resources }) => each(resources, ({ resource }) => table.get(resource)) },
    { name: 'kindFor', run: ({ mapper, resources }) => each(resources, (resource) => mapper.kindFor(resource)) },
    {
      name: 'kindFor, CachingRESTMapper',
      baseline: 'kindFor',
      run: ({ caching, resources }) => each(resources, (resource) => caching.kindFor(resource)),
    },
    goLookups('Go KindFor', 'kindFor', ({ resources }) =>
      resources.map((resource) => ({ ask: 'kindFor', ...resource })),
    ),
    { name: 'restMapping', run: ({ mapper, kinds }) => each(kinds, (kind) => mapper.restMapping(kind)) },
    goLookups('Go RESTMapping', 'restMapping', ({ kinds }) => kinds.map((kind) => ({ ask: 'restMapping', ...kind }))),
    { name: 'newDiscoveryRESTMapper', run: ({ meta, discovery }) => meta.newDiscoveryRESTMapper(discovery) },
    goLookups('Go NewDiscoveryRESTMapper', 'newDiscoveryRESTMapper'),
  ],
}
