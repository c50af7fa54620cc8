import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from 'apimachinery/api/apiextensions/v1'
import { Scale } from 'apimachinery/api/autoscaling/v1'
import { isMachineryError } from 'apimachinery/errors'
import {
  makePath,
  type ObjectConvertor,
  type ResourcePathMappings,
  type TypeConverter,
  unstructuredMachinery,
} from 'apimachinery/managedfields'
import { newTableConvertor, printColumnsOfCRD, type TableConvertor } from 'apimachinery/meta'
import { type RuleObserver, scaleFields } from 'apimachinery/openapi'
import { type KubernetesObject, Scheme } from 'apimachinery/runtime'
import { compareKubeAwareVersionStrings, GroupVersion } from 'apimachinery/schema'
import type { Clock } from 'apimachinery/wait'
import { type EndpointsConfig, installGroupVersion } from '../endpoints/install-group-version.js'
import { requestVerbs } from '../endpoints/install-resource.js'
import type { ObjectConversion } from '../endpoints/object-conversion.js'
import type { PatchMediaType } from '../endpoints/patch-media-type.js'
import type { ResourceScope } from '../endpoints/resource-scope.js'
import type { Route } from '../endpoints/route.js'
import type { ResourceStorage } from '../registry/resource-storage.js'
import type { Storages } from '../registry/storages.js'
import type { Store } from '../registry/store.js'
import { SubresourceStore } from '../registry/subresource-store.js'
import type { ServiceResolver } from '../request/service-resolver.js'
import { type AdmittedVersions, admittedVersions } from './admitted-versions.js'
import type { CompiledVersions } from './compiled-versions.js'
import type { ConversionMetrics } from './conversion-metrics.js'
import { invalidVersion } from './custom-resource-codec.js'
import { customResourceFieldManager } from './custom-resource-field-manager.js'
import { customResourceFormats, customResourceMediaTypes } from './custom-resource-formats.js'
import { CustomResourceScale } from './custom-resource-scale.js'
import { customResourceStrategy } from './custom-resource-strategy.js'
import type { CustomResourceType } from './custom-resource-type.js'
import { keptVersion } from './kept-version.js'
import { ManagedFieldConversion } from './managed-field-conversion.js'
import { storedKind } from './stored-kind.js'
import type { VersionConverter } from './version-converter.js'

/** Milliseconds in which a storage is usually ready. */
const readyIn = 1000

/** Kube-apiserver's name of the scheme of scales in error messages. */
const scaleSchemeName = 'pkg/runtime/scheme.go:111'

const patchTypes: readonly PatchMediaType[] = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/apply-patch+yaml',
]

/** Settings for serving the versions of a custom resource. */
export interface ServingOptions {
  readonly storages: Storages
  /** Finds the services of conversion webhooks. */
  readonly resolver: ServiceResolver
  readonly metrics?: ConversionMetrics | undefined
  readonly endpoints: EndpointsConfig
  readonly observeRules?: RuleObserver | undefined
}

/** Shared parts of the versions of a definition. */
interface VersionParts {
  readonly versions: CompiledVersions
  readonly types: () => TypeConverter
  readonly converter: VersionConverter | undefined
}

/** Input of the routes of a version. */
interface Installation extends Pick<ServingOptions, 'endpoints'>, Pick<VersionParts, 'types'> {
  readonly conversion: ManagedFieldConversion | undefined
  readonly admitted: AdmittedVersions
}

/** One version of a custom resource with its storage and its routes, compiled. */
export class ServedVersion {
  readonly compiled: CustomResourceType
  readonly store: Store
  /** For every answer, whatever is asked of the version. */
  readonly deprecated: Pick<ResourceScope, 'warnings' | 'removedRelease'>
  readonly #storages: Storages
  /** By subresource and the verb of a request's info. */
  readonly #routes = new Map<string, Map<string, Route>>()

  /** @throws MachineryError `InvalidSchema`. */
  constructor(
    definition: CustomResourceDefinition,
    version: CustomResourceDefinitionVersion,
    { types, versions, converter, ...options }: ServingOptions & VersionParts,
  ) {
    this.compiled = versions.named(version.name)!
    const { spec, status } = definition
    const names = { ...spec.names, ...status?.acceptedNames }
    const namespaced = spec.scope !== 'Cluster'
    const strategy = customResourceStrategy(this.compiled, version, {
      namespaced,
      statusVersions: spec.versions
        .filter(({ subresources }) => subresources?.status !== undefined)
        .map(({ name }) => `${spec.group}/${name}`),
    })
    this.#storages = options.storages
    this.store = options.storages.openStore<KubernetesObject>({
      ...keptVersion({ definition, versions, converter, target: this.compiled }),
      strategy,
      singularName: names.singular,
      shortNames: names.shortNames,
      categories: names.categories,
      storageVersion: storedKind(definition),
      table: tableOf(definition, version.name),
    })
    const warnings = version.deprecated ? [version.deprecationWarning ?? deprecation(definition, version)] : []
    this.deprecated = { warnings, removedRelease: '' }
    const conversion = converter === undefined ? undefined : new ManagedFieldConversion(versions, converter)
    const admitted = admittedVersions(this.compiled, versions, converter)
    for (const route of this.#install(definition, version, { ...options, types, conversion, admitted })) {
      const { subresource } = route.scope
      const routes = this.#routes.get(subresource) ?? new Map<string, Route>()
      const verb = requestVerbs[route.verb]
      if (!routes.has(verb)) this.#routes.set(subresource, routes.set(verb, route))
    }
  }

  /** The routes of the resource, or of a subresource, by the verbs of a request's info; `undefined` where there is no such subresource. */
  routesOf(subresource: string): ReadonlyMap<string, Route> | undefined {
    return this.#routes.get(subresource)
  }

  /** Waits a moment for a storage that has just been opened; what is not ready then says so itself. */
  async ready(clock: Clock): Promise<void> {
    const { storage } = this.store
    if (storage.readiness() === undefined) return
    const waiting = new AbortController()
    const timer = clock.setTimer(() => waiting.abort(), readyIn)
    await storage.ready(waiting.signal)
    timer.stop()
  }

  close(): Promise<void> {
    return this.#storages.closeStorage(this.store.storage)
  }

  #install(
    { spec }: CustomResourceDefinition,
    version: CustomResourceDefinitionVersion,
    { endpoints, types, conversion, admitted }: Installation,
  ): readonly Route[] {
    const { plural } = spec.names
    const { scheme, version: compiled } = this.compiled
    const { cbor } = endpoints
    const unstructured = unstructuredMachinery()
    const plain = {
      ...unstructured,
      convertor: ofVersions(unstructured.convertor, spec),
      defaulter: { default: (object: object) => compiled.fillDefaults(object) },
    }
    const machinery = conversion === undefined ? plain : { ...plain, convertor: conversion.convertor }
    const install = (storage: Record<string, ResourceStorage>, registry: CustomResourceType['registry']) =>
      installGroupVersion({
        ...endpoints,
        groupVersion: new GroupVersion(spec.group, version.name),
        storage,
        scheme,
        serializers: customResourceFormats({
          type: this.compiled.type,
          registry,
          cbor,
          declared: registry === this.compiled.registry,
        }),
        conversionFor: () => ({
          ...asItStands,
          ...admitted,
          types,
          settle: conversion && ((run) => conversion.settle(run)),
        }),
        fieldManagerFor: (facts) => customResourceFieldManager({ machinery, types: types() }, facts),
        patchTypes: cbor ? [...patchTypes, 'application/apply-patch+cbor'] : patchTypes,
        standardMediaTypes: customResourceMediaTypes(cbor),
        bodiesUnknownTo: registry === this.compiled.registry ? undefined : registry.name,
      }).routes
    const main: Record<string, ResourceStorage> = { [plural]: this.store }
    const { status } = this.store.options.strategy.subresources ?? {}
    if (status !== undefined) main[`${plural}/status`] = new SubresourceStore(this.store, status)
    const routes = install(main, this.compiled.registry)
    const scale = version.subresources?.scale
    if (scale === undefined) return routes
    const storage = new CustomResourceScale(this.store, scale, replicasPaths(spec))
    const scaleOnly = { [plural]: parentOf(this.store), [`${plural}/scale`]: storage as ResourceStorage }
    // Bodies of custom resources are read as such whatever they say they are.
    return [...routes, ...install(scaleOnly, new Scheme({ name: scaleSchemeName }).addKinds(Scale))]
  }
}

/** Columns whose paths cannot be read leave the name alone. */
function tableOf(definition: CustomResourceDefinition, version: string): TableConvertor {
  try {
    return newTableConvertor(printColumnsOfCRD(definition, version))
  } catch (error) {
    if (!isMachineryError(error, 'InvalidPrintColumn')) throw error
    return newTableConvertor([])
  }
}

/** Converts to versions of a definition alone. */
function ofVersions(
  convertor: ObjectConvertor,
  { group, versions }: CustomResourceDefinition['spec'],
): ObjectConvertor {
  return {
    convertToVersion(object, target) {
      const converted = convertor.convertToVersion(object, target)
      const { apiVersion = '' } = converted
      if (versions.some(({ name }) => apiVersion === `${group}/${name}`)) return converted
      throw invalidVersion('to', converted)
    },
  }
}

/** Objects are in their version everywhere above the store. */
const asItStands: ObjectConversion = { toVersion: (object) => object, toHub: (object) => object, keepsKind: true }

/** A resource without verbs, as the parent of a subresource. */
function parentOf({ type, namespaced }: Store): ResourceStorage {
  return { type, namespaced }
}

function replicasPaths({ group, versions }: CustomResourceDefinition['spec']): ResourcePathMappings {
  return new Map(
    versions.map(({ name, subresources }) => {
      const path = subresources?.scale?.specReplicasPath
      return [`${group}/${name}`, path === undefined ? undefined : makePath(...scaleFields(path))]
    }),
  )
}

function deprecation({ spec }: CustomResourceDefinition, version: CustomResourceDefinitionVersion): string {
  const { group, names } = spec
  const message = `${group}/${version.name} ${names.kind} is deprecated`
  const newer = spec.versions
    .filter((each) => each.served && !each.deprecated && compareKubeAwareVersionStrings(version.name, each.name) < 0)
    .map(({ name }) => name)
    .sort((a, b) => compareKubeAwareVersionStrings(b, a))
  return newer[0] === undefined ? message : `${message}; use ${group}/${newer[0]} ${names.kind}`
}
