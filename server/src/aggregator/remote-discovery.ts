import type { Transport } from '@apimachinery/client/transport'
import type { APIGroupDiscoveryList, APIResourceDiscovery } from 'apimachinery/api/apidiscovery/v2'
import type { APIResource, APIResourceList } from 'apimachinery/meta/v1'
import type { GroupVersion } from 'apimachinery/schema'
import { RemoteServerError, remoteDocument } from './remote-document.js'

const aggregator = { name: 'system:kube-aggregator', uid: '', groups: ['system:masters'], extra: {} }
const wanted = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

/**
 * The resources that an aggregated server has in a group version: from its aggregated document, or from that of the version where it
 * has none.
 *
 * Source: `fetchFreshDiscoveryForService` of k8s.io/kube-aggregator/pkg/apiserver.
 */
export async function remoteResources(
  transport: Transport,
  groupVersion: GroupVersion,
): Promise<readonly APIResource[]> {
  const all = await remoteDocument(transport, '/apis', { accept: wanted, user: aggregator })
  if (all.status === 503) throw new RemoteServerError('the service answers 503')
  if (all.status === 200 && all.contentType.replaceAll(' ', '').includes('as=APIGroupDiscoveryList')) {
    return resourcesIn(JSON.parse(all.text), groupVersion)
  }
  const path = `/apis/${groupVersion.group}/${groupVersion.version}`
  const { status, text } = await remoteDocument(transport, path, { accept: 'application/json', user: aggregator })
  if (status !== 200) throw new RemoteServerError(`failed to download legacy discovery for ${path}: ${status}`)
  return (JSON.parse(text) as APIResourceList).resources ?? []
}

function resourcesIn(list: APIGroupDiscoveryList, { group, version }: GroupVersion): readonly APIResource[] {
  const found = list.items?.find(({ metadata }) => metadata?.name === group)
  const of = found?.versions?.find((each) => each.version === version)
  if (of === undefined) throw new RemoteServerError(`the service does not say what it has in ${group}/${version}`)
  return (of.resources ?? []).flatMap(apiResources)
}

function apiResources(resource: APIResourceDiscovery): APIResource[] {
  const namespaced = resource.scope === 'Namespaced'
  const { resource: name, singularResource, verbs, shortNames, categories } = resource
  const subresources = (resource.subresources ?? []).map((each) => ({
    name: `${name}/${each.subresource}`,
    singularName: '',
    namespaced,
    ...toResourceKind(each.responseKind),
    verbs: [...(each.verbs ?? [])],
  }))
  const own: APIResource = {
    name: name ?? '',
    singularName: singularResource ?? '',
    namespaced,
    ...toResourceKind(resource.responseKind),
    verbs: [...(verbs ?? [])],
    ...(shortNames && { shortNames: [...shortNames] }),
    ...(categories && { categories: [...categories] }),
  }
  return [own, ...subresources]
}

function toResourceKind(kind: APIResourceDiscovery['responseKind']): Pick<APIResource, 'group' | 'version' | 'kind'> {
  return { group: kind?.group ?? '', version: kind?.version ?? '', kind: kind?.kind ?? '' }
}
