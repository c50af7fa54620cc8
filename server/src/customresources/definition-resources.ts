import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import type { APIResource } from 'apimachinery/meta/v1'
import { storageVersionHash } from '../endpoints/install-resource.js'
import { isConditionTrue } from './definition-conditions.js'
import { storedKind } from './stored-kind.js'

const allVerbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch']
/** Nothing new is made while everything is being deleted. */
const terminatingVerbs = ['delete', 'deletecollection', 'get', 'list', 'watch']
const subresourceVerbs = ['get', 'patch', 'update']

/**
 * The discovery of one version of a definition.
 *
 * Source: `DiscoveryController` of k8s.io/apiextensions-apiserver/pkg/apiserver.
 */
export function definitionResources(definition: CustomResourceDefinition, version: string): APIResource[] {
  const { spec, status } = definition
  const { plural, singular = '', kind, shortNames, categories } = { ...spec.names, ...status?.acceptedNames }
  const { subresources } = spec.versions.find(({ name }) => name === version) ?? {}
  const namespaced = spec.scope === 'Namespaced'
  const below = { singularName: '', namespaced, verbs: subresourceVerbs }
  const resources: APIResource[] = [
    {
      name: plural,
      singularName: singular,
      namespaced,
      kind,
      verbs: isConditionTrue(definition, 'Terminating') ? terminatingVerbs : allVerbs,
      ...((shortNames?.length ?? 0) > 0 && { shortNames: [...(shortNames ?? [])] }),
      ...((categories?.length ?? 0) > 0 && { categories: [...(categories ?? [])] }),
      storageVersionHash: storageVersionHash(storedKind(definition)),
    },
  ]
  if (subresources?.status !== undefined) resources.push({ name: `${plural}/status`, kind, ...below })
  if (subresources?.scale !== undefined) {
    resources.push({ name: `${plural}/scale`, group: 'autoscaling', version: 'v1', kind: 'Scale', ...below })
  }
  return resources
}
