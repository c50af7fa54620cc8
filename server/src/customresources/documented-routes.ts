import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from 'apimachinery/api/apiextensions/v1'
import { Scale } from 'apimachinery/api/autoscaling/v1'
import { struct } from 'apimachinery/descriptor'
import { type KindClass, Scheme, TypedObject } from 'apimachinery/runtime'
import { GroupVersion, GroupVersionKind } from 'apimachinery/schema'
import { installGroupVersion } from '../endpoints/install-group-version.js'
import type { Route } from '../endpoints/route.js'
import type { ResourceStorage } from '../registry/resource-storage.js'
import { customResourceFormats, customResourceMediaTypes } from './custom-resource-formats.js'

/** The routes of one version for documents, which need nothing compiled. Upstream's documents have no watches of custom resources. */
export function documentedRoutes(
  definition: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
): readonly Route[] {
  const { spec, status } = definition
  const { kind, plural, listKind = `${kind}List` } = { ...spec.names, ...status?.acceptedNames }
  const groupVersion = new GroupVersion(spec.group, version.name)
  const type = documentedClass(groupVersion.withKind(kind), groupVersion.withKind(listKind))
  const scheme = new Scheme().addKinds(type, Scale)
  const update = { get: never, update: never }
  const namespaced = spec.scope !== 'Cluster'
  const item = { type, namespaced, ...update }
  const scale = { ...item, type: Scale, kindIn: () => new GroupVersionKind('autoscaling', 'v1', 'Scale') }
  const storage: Record<string, ResourceStorage> = {
    [plural]: { ...item, list: never, create: never, delete: never, deleteCollection: never },
    ...(version.subresources?.status !== undefined && { [`${plural}/status`]: item }),
    ...(version.subresources?.scale !== undefined && { [`${plural}/scale`]: scale }),
  }
  return installGroupVersion({
    groupVersion,
    storage,
    scheme,
    serializers: customResourceFormats({ type, registry: scheme }),
    standardMediaTypes: customResourceMediaTypes(false),
    patchTypes: ['application/json-patch+json', 'application/merge-patch+json', 'application/apply-patch+yaml'],
    fieldManagerFor: () => undefined,
  }).routes
}

/** Routes of documents are never called. */
function never(): Promise<never> {
  return Promise.reject(new Error('this storage is for documents only'))
}

/** A class with a name for definitions, and nothing else. */
function documentedClass(gvk: GroupVersionKind, listKind: GroupVersionKind): KindClass {
  const { group, version, kind } = gvk
  const name = `${group.split('.').toReversed().join('.')}.${version}.${kind}`
  return class extends TypedObject {
    static readonly groupVersionKind = gvk
    static readonly listClass = { groupVersionKind: listKind }
    static readonly descriptor = struct(name, () => [], { preserveUnknownFields: true })
  } as unknown as KindClass
}
