import { GroupVersion } from '../../schema/group-version.js'
import { compareKubeAwareVersionStrings } from '../../schema/version-order.js'
import type { DiscoveredGroup, DiscoveredResource, Discovery } from './discovery.js'
import { DocumentReader } from './document-reader.js'

const verbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch']
const subresourceVerbs = ['get', 'patch', 'update']

/**
 * What an API server would serve for CustomResourceDefinitions, typed or as plain JSON, `v1` or `v1beta1`: their served
 * versions, in the order of Kubernetes' version priority. Names are those that the server accepted, or the requested ones
 * if the definition is not installed yet.
 *
 * @throws MachineryError `InvalidDiscovery` for a value that is not a CustomResourceDefinition, with a path.
 */
export function discoveryFromCRDs(...crds: readonly object[]): Discovery {
  const groups = new Map<string, Set<string>>()
  const lists = new Map<string, DiscoveredResource[]>()
  for (const [index, crd] of crds.entries()) {
    const definition = readDefinition(new DocumentReader(crd, `crds[${index}]`))
    for (const version of definition.versions) {
      const groupVersion = new GroupVersion(definition.group, version.name).toString()
      groups.set(definition.group, (groups.get(definition.group) ?? new Set()).add(version.name))
      const resources = [definition.resource, ...version.subresources]
      lists.set(groupVersion, [...(lists.get(groupVersion) ?? []), ...resources])
    }
  }
  return {
    groups: Array.from(groups, ([name, versions]) => groupOf(name, versions)),
    resourceLists: Array.from(lists, ([groupVersion, resources]) => ({ groupVersion, resources })),
    failures: [],
  }
}

function groupOf(name: string, names: ReadonlySet<string>): DiscoveredGroup {
  const sorted = [...names].sort((a, b) => compareKubeAwareVersionStrings(b, a))
  const versions = sorted.map((version) => ({ groupVersion: new GroupVersion(name, version).toString(), version }))
  const [preferredVersion] = versions
  return preferredVersion === undefined ? { name, versions } : { name, versions, preferredVersion }
}

interface Definition {
  readonly group: string
  readonly resource: DiscoveredResource
  readonly versions: readonly { readonly name: string; readonly subresources: readonly DiscoveredResource[] }[]
}

function readDefinition(crd: DocumentReader): Definition {
  const spec = crd.object('spec') ?? new DocumentReader({}, `${crd.path}.spec`)
  const accepted = crd.object('status')?.object('acceptedNames')
  const names = accepted === undefined || accepted.text('plural') === '' ? spec.object('names') : accepted
  const kind = names?.text('kind') ?? ''
  const resource: DiscoveredResource = {
    name: names?.text('plural') ?? '',
    singularName: names?.text('singular') || kind.toLowerCase(),
    namespaced: spec.text('scope') === 'Namespaced',
    kind,
    verbs,
    shortNames: names?.texts('shortNames') ?? [],
    categories: names?.texts('categories') ?? [],
  }
  return { group: spec.text('group'), resource, versions: readVersions(spec, resource) }
}

function readVersions(spec: DocumentReader, parent: DiscoveredResource): Definition['versions'] {
  const versions = spec.objects('versions')
  // v1beta1 may have one version, and subresources for all versions.
  if (versions.length === 0 && spec.text('version') !== '') {
    return [{ name: spec.text('version'), subresources: subresourcesOf(spec, parent) }]
  }
  const served = versions.filter((version) => version.flag('served'))
  return served.map((version) => ({
    name: version.text('name'),
    subresources: subresourcesOf(version.object('subresources') === undefined ? spec : version, parent),
  }))
}

function subresourcesOf(version: DocumentReader, parent: DiscoveredResource): DiscoveredResource[] {
  const subresources = version.object('subresources')
  const { name, namespaced, kind } = parent
  const common = { singularName: '', namespaced, verbs: subresourceVerbs }
  const found: DiscoveredResource[] = []
  if (subresources?.object('status') !== undefined) found.push({ ...common, name: `${name}/status`, kind })
  if (subresources?.object('scale') !== undefined) {
    found.push({ ...common, name: `${name}/scale`, group: 'autoscaling', version: 'v1', kind: 'Scale' })
  }
  return found
}
