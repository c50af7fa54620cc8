import { readFileSync } from 'node:fs'
import { unpackDiscovery } from '../cluster.mjs'

const asks = [
  'kindFor',
  'kindsFor',
  'resourceFor',
  'resourcesFor',
  'restMapping',
  'restMappings',
  'resourceSingularizer',
]
const categories = ['all', 'api-extensions', 'gateway-api', 'none']

/** The discovery of a cluster: the built-in groups and the Gateway API. */
export function readCluster() {
  const file = new URL('../../golden/rest-mapper/cluster.json', import.meta.url)
  return unpackDiscovery(JSON.parse(readFileSync(file, 'utf8')))
}

/** Questions about a discovery: whole and partial names, other cases, short names, internal and unknown versions, and names of nothing. */
export function makeQuestions(discovery, random, count) {
  const groups = discovery.groups.map(({ name }) => name)
  const versions = [...new Set(discovery.groups.flatMap((group) => group.versions.map(({ version }) => version)))]
  const served = discovery.resourceLists.flatMap(({ groupVersion, resources }) => {
    const [version, group = ''] = groupVersion.split('/').reverse()
    return resources.map((resource) => ({ group, version, resource }))
  })
  const groupFor = (group) =>
    random.pick(['', '', group, group, group.slice(0, random.below(group.length + 1)), random.pick(groups)])
  const versionFor = (version) => random.pick(['', '', '', version, random.pick([...versions, '__internal', 'v9'])])
  return Array.from({ length: count }, () => {
    const { group, version, resource } = random.pick(served)
    const ask = random.pick([...asks, ...asks, 'expand'])
    if (ask === 'expand') return { ask, category: random.pick(categories) }
    const name = nameFor(resource, random)
    if (ask === 'resourceSingularizer') return { ask, resource: name }
    if (!ask.startsWith('rest')) return { ask, group: groupFor(group), version: versionFor(version), resource: name }
    const { kind } = resource
    return {
      ask,
      group: random.pick([group, group, groupFor(group)]),
      kind: random.pick([kind, kind, kind.toLowerCase(), `${kind}List`, 'List', 'Nothing']),
      versions: random.list(2, () => random.pick([versionFor(version), random.pick(versions)])),
    }
  })
}

function nameFor({ name, singularName, kind, shortNames }, random) {
  const others = [kind, `${kind}List`, `${kind}Lists`, 'lists', name.toUpperCase(), name.slice(0, -1), '']
  return random.pick([name, name, singularName, ...shortNames, random.pick(others)])
}

const groups = ['', 'apps', 'storage.k8s.io', 'storage', 'first-group', 'first-group-1']
const versions = ['v1', 'v1beta1', 'v2']
const kinds = ['Pod', 'Endpoints', 'Class', 'Policy', 'Foo', 'foos', 'MyEndpoints']
const resources = ['pods', 'Pod', 'endpoints', 'classes', 'policy', 'foo', 'foos', 'fooses', 'things', 'thing', 'bar']
const operations = ['kindFor', 'kindsFor', 'resourceFor', 'resourcesFor', 'restMapping', 'singularize']

function versionText(group, version) {
  return group === '' ? version : `${group}/${version}`
}

/** A question to a mapper of a few kinds, some of them with the same names; every version has its place in the order. */
function oneKnown(random) {
  const op = `mapper.${random.pick(operations)}`
  const known = random.list(12, () => {
    const gvk = `${versionText(random.pick(groups), random.pick(versions))}/${random.pick(kinds)}`
    const scope = random.pick(['root', 'namespace'])
    if (random.chance(0.75)) return { gvk, scope }
    return {
      gvk,
      scope,
      plural: random.pick(['pods', 'foos', 'things', 'bar']),
      singular: random.pick(['pod', 'thing', 'bar']),
    }
  })
  const order = groups.flatMap((group) => versions.map((version) => versionText(group, version)))
  const args = order
    .map((text) => [random.next(), text])
    .sort(([a], [b]) => a - b)
    .map(([, text]) => text)
  const group = random.pick([...groups, 'sto', 'first', ''])
  const request = { op, in: known, args }
  if (op === 'mapper.singularize') return { ...request, a: random.pick(resources) }
  if (op === 'mapper.restMapping') {
    const values = random.list(2, () => random.pick([...versions, '', '__internal', 'v9']))
    return { ...request, a: `${random.pick(kinds)}.${group}`, values }
  }
  const version = random.chance(0.3) ? `.${random.pick(versions)}` : ''
  return { ...request, a: `${random.pick(resources)}${version}.${group}` }
}

/** Mappers: of a few kinds, and of a whole cluster. */
export const mapper = {
  operations: [...operations.map((operation) => `mapper.${operation}`), 'mapper.discovery'],
  async make(random, _, count) {
    const cluster = readCluster()
    const questions = makeQuestions(cluster, random, 200)
    const whole = { op: 'mapper.discovery', in: { ...cluster, questions } }
    return [whole, ...Array.from({ length: count - 1 }, () => oneKnown(random))]
  },
}
