import { newestRelease, type Release } from 'apimachinery/api/releases'
import { type FieldManager, newDefaultFieldManager } from 'apimachinery/managedfields'
import { type APIResource, addToGroupVersion, TableOptions } from 'apimachinery/meta/v1'
import type { OpenAPISchema, OpenAPIVersion } from 'apimachinery/openapi'
import { type KindClass, ParameterCodec, Scheme } from 'apimachinery/runtime'
import {
  type EndpointRestrictions,
  mediaTypesForSerializer,
  type NegotiatedSerializer,
  type SerializerInfo,
} from 'apimachinery/runtime/serializer'
import { type GroupVersion, type GroupVersionKind, GroupVersion as GroupVersionOf } from 'apimachinery/schema'
import { type Clock, systemClock } from 'apimachinery/wait'
import { admitAll } from '../admission/chain.js'
import type { AdmissionPlugin } from '../admission/plugin.js'
import type { Authorizer } from '../authorization/authorizer.js'
import { lazy } from '../internal/lazy.js'
import type { Encodable } from '../registry/encodable.js'
import type { ResourceStorage } from '../registry/resource-storage.js'
import type { Handler } from '../request/http.js'
import { crossGroupConvertor } from './cross-group-convertor.js'
import { deleteOptionsRegistry } from './delete-options.js'
import { generalFormats, negotiatedSerializer } from './general-formats.js'
import { apiResourceOf, resourceRoutes } from './install-resource.js'
import { type ObjectConversion, schemeConversion } from './object-conversion.js'
import { OutputFormats } from './output-format.js'
import type { PatchMediaType } from './patch-media-type.js'
import type { ResourceScope } from './resource-scope.js'
import type { Route } from './route.js'
import { RouteTable } from './route-table.js'
import { servedTypes } from './served-types.js'
import { SharedEndpoints } from './shared-endpoints.js'

/** Common settings of all endpoints of a server. */
export interface EndpointsConfig {
  /** The release that requests are answered as. Default: the newest. */
  readonly release?: Release | undefined
  readonly admission?: AdmissionPlugin | undefined
  readonly authorizer?: Authorizer | undefined
  readonly clock?: Clock | undefined
  readonly random?: (() => number) | undefined
  /** Default 3 MiB. */
  readonly maxRequestBodyBytes?: number | undefined
  /** Default 1800. */
  readonly minRequestTimeoutSeconds?: number | undefined
  readonly onError?: ((error: unknown) => void) | undefined
  /** CBOR is served. Default false, as the feature gate of upstream. */
  readonly cbor?: boolean | undefined
}

/** A kind that later releases do not serve. */
export interface Deprecation {
  /** The warning that every answer carries. */
  readonly warning: string
  /** `major.minor`; empty where none is named. */
  readonly removedRelease: string
}

/** Storage objects of resources and subresources. */
type StorageByPath = Readonly<Record<string, ResourceStorage>>

/** One version of a group and what is served in it. */
export interface GroupVersionOptions extends EndpointsConfig {
  readonly groupVersion: GroupVersion
  /** Resources and subresources by path, such as `pods` and `pods/status`; a function is called when the version is first asked for. */
  readonly storage: StorageByPath | (() => StorageByPath)
  readonly scheme: Scheme
  /** Formats of bodies and answers: those of a codec factory in mode `canonical`. */
  readonly serializers: readonly SerializerInfo[]
  /** Conversion other than by the scheme, such as by webhooks. */
  readonly conversionFor?:
    | ((types: { readonly versioned: KindClass; readonly hub: KindClass }) => ObjectConversion)
    | undefined
  readonly prepareRead?: ((objects: readonly Encodable[]) => Promise<void>) | undefined
  /** A field manager other than that of the scheme's types; `null` for none. */
  readonly fieldManagerFor?: (facts: FieldManagerFacts) => FieldManager | undefined
  /** The deprecation warning of a kind for clients. */
  readonly deprecation?: (kind: GroupVersionKind) => Deprecation | undefined
  /** Default: all but those that need CBOR. */
  readonly patchTypes?: readonly PatchMediaType[] | undefined
  /** Media types that objects themselves are served in, where tables and metadata are served in more. */
  readonly standardMediaTypes?: readonly string[] | undefined
  /** See {@link ResourceScope.bodiesUnknownTo}. */
  readonly bodiesUnknownTo?: string | undefined
  /** What servers with the same scheme and resources have in common. */
  readonly common?: SharedEndpoints | undefined
}

/** The facts for which a field manager is made. */
export interface FieldManagerFacts {
  readonly kind: GroupVersionKind
  readonly hub: GroupVersion
  readonly subresource: string
  readonly storage: ResourceStorage
}

/** The endpoints of one version of a group. */
export interface InstalledGroupVersion {
  readonly groupVersion: GroupVersion
  /** For discovery, sorted by name. */
  readonly resources: readonly APIResource[]
  /** For documents. */
  readonly routes: readonly Route[]
  /** Schemas that no class describes, such as those of custom resources, by definition name. */
  readonly definitions?: ((version: OpenAPIVersion) => Readonly<Record<string, OpenAPISchema>>) | undefined
  /** The kinds of its documents, where they are not those of the server. */
  readonly scheme?: Scheme | undefined
  /** Answers what is below the version; 404 and 405 included. */
  readonly handler: Handler
}

const defaultBodyLimit = 3 * 1024 * 1024
const defaultMinTimeout = 1800
const metaVersion = /* @__PURE__ */ new GroupVersionOf('meta.k8s.io', 'v1')

/**
 * Makes the endpoints of one version of a group: the verbs of a resource follow from the methods of its storage object. The routes of a
 * resource are made when it is first asked for.
 *
 * Source: `APIInstaller` of k8s.io/apiserver/pkg/endpoints.
 * @throws Error for a subresource without its resource, and for kinds that are not registered in the scheme; where the storage is a function,
 * requests fail with them.
 */
export function installGroupVersion(options: GroupVersionOptions): InstalledGroupVersion {
  const { groupVersion, scheme, storage: given, common = new SharedEndpoints(scheme) } = options
  if (typeof given !== 'function')
    for (const path of Object.keys(given)) typesOf({ ...options, common, storage: given }, path)
  const endpoints = lazy(() =>
    endpointsOf({ ...options, common, storage: typeof given === 'function' ? given() : given }),
  )
  return {
    groupVersion,
    get resources() {
      return common.resources(groupVersion, () => endpoints().resources)
    },
    get routes() {
      return endpoints().routes
    },
    handler: (request, response) => endpoints().handler(request, response),
  }
}

/** A resource or subresource, and its routes. */
interface Endpoint {
  readonly scope: ResourceScope
  readonly routes: readonly Route[]
}

/** The options of a version whose storage is there. */
interface StoredVersion extends GroupVersionOptions {
  readonly storage: StorageByPath
  readonly common: SharedEndpoints
}

function endpointsOf(options: StoredVersion): Pick<InstalledGroupVersion, 'resources' | 'routes' | 'handler'> {
  const shared = sharedParts(options)
  const table = new RouteTable()
  const endpoints = new Map<string, () => Endpoint>()
  for (const path of Object.keys(options.storage).sort()) {
    const endpoint = lazy(() => endpointOf(scopeOf(options, shared, path), shared))
    endpoints.set(path, endpoint)
    table.add(path, { namespaced: parentOf(options, path).namespaced, routes: () => endpoint().routes })
  }
  const formats = new OutputFormats(shared.serializers)
  return {
    get resources() {
      return [...endpoints].map(([path, endpoint]) => apiResourceOf(endpoint().scope, path, endpoint().routes))
    },
    get routes() {
      return [...endpoints.values()].flatMap((endpoint) => endpoint().routes)
    },
    handler: (request, response) => table.handle({ request, response }, formats),
  }
}

function endpointOf(scope: ResourceScope, { served, patchTypes }: SharedParts): Endpoint {
  const { mediaTypes, streamMediaTypes } = mediaTypesForSerializer(served)
  return { scope, routes: resourceRoutes({ scope, mediaTypes, streamMediaTypes, patchTypes }) }
}

interface SharedParts {
  readonly serializers: readonly SerializerInfo[]
  /** The formats of objects. */
  readonly served: NegotiatedSerializer
  readonly patchTypes: readonly PatchMediaType[]
  readonly metaParameterCodec: ParameterCodec
  readonly parameterCodec: ParameterCodec
  readonly metaFormats: NegotiatedSerializer
}

const patchTypes: readonly PatchMediaType[] = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
]

function sharedParts(options: GroupVersionOptions): SharedParts {
  const { cbor = false, scheme, standardMediaTypes } = options
  const metaScheme = new Scheme()
  addToGroupVersion(metaScheme, metaVersion)
  metaScheme.addKinds(TableOptions)
  const serializers = options.serializers.filter(({ mediaType }) => cbor || mediaType !== 'application/cbor')
  const served = serializers.filter(({ mediaType }) => standardMediaTypes?.includes(mediaType) ?? true)
  return {
    serializers,
    served: negotiatedSerializer(served),
    patchTypes: options.patchTypes ?? (cbor ? [...patchTypes, 'application/apply-patch+cbor'] : patchTypes),
    metaParameterCodec: new ParameterCodec(metaScheme, { integers: 'bigint' }),
    parameterCodec: new ParameterCodec(scheme),
    metaFormats: negotiatedSerializer(generalFormats(deleteOptionsRegistry, { cbor, pretty: false })),
  }
}

function parentOf({ storage }: StoredVersion, path: string): ResourceStorage {
  const [resource = ''] = path.split('/')
  const parent = storage[resource]
  if (parent === undefined) throw new Error(`missing parent storage: ${JSON.stringify(resource)}`)
  return parent
}

/** What a path serves. */
interface ServedTypes {
  readonly storage: ResourceStorage
  readonly namespaced: boolean
  readonly kind: GroupVersionKind
  readonly versionedType: KindClass
}

function typesOf(options: StoredVersion, path: string): ServedTypes {
  const { groupVersion, scheme } = options
  const { namespaced } = parentOf(options, path)
  const storage = options.storage[path]!
  const kind = storage.kindIn?.(groupVersion) ?? groupVersion.withKind(storage.type.groupVersionKind.kind)
  const versionedType = scheme.classFor(kind)
  if (versionedType === undefined)
    throw new Error(
      `no kind ${JSON.stringify(kind.kind)} is registered for version ${JSON.stringify(kind.groupVersion().toString())}`,
    )
  return { storage, namespaced, kind, versionedType }
}

function scopeOf(options: StoredVersion, shared: SharedParts, path: string): ResourceScope {
  const { groupVersion, scheme, deprecation } = options
  const [resource = '', subresource = ''] = path.split('/')
  const { storage, namespaced, kind, versionedType } = typesOf(options, path)
  const types = { versioned: versionedType, hub: storage.type }
  const deprecated = deprecation?.(kind)
  return {
    resource: groupVersion.withResource(resource),
    subresource,
    kind,
    versionedType,
    hubType: storage.type,
    storage,
    namespaced,
    release: options.release ?? newestRelease,
    scheme,
    conversion: options.conversionFor?.(types) ?? schemeConversion(scheme, types),
    formats: new OutputFormats(shared.serializers, restrictionsOf(options, storage)),
    metaFormats: shared.metaFormats,
    metaParameterCodec: shared.metaParameterCodec,
    parameterCodec: shared.parameterCodec,
    metaVersion,
    fieldManager: fieldManagerOf(options, {
      kind,
      hub: storage.type.groupVersionKind.groupVersion(),
      subresource,
      storage,
    }),
    admission: options.admission ?? admitAll,
    authorizer: options.authorizer,
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    maxRequestBodyBytes: options.maxRequestBodyBytes ?? defaultBodyLimit,
    minRequestTimeoutSeconds: options.minRequestTimeoutSeconds ?? defaultMinTimeout,
    onError: options.onError ?? (() => undefined),
    warnings: deprecated === undefined ? [] : [deprecated.warning],
    removedRelease: deprecated?.removedRelease ?? '',
    prepareRead: options.prepareRead,
    bodiesUnknownTo: options.bodiesUnknownTo,
  }
}

function fieldManagerOf(options: StoredVersion, facts: FieldManagerFacts): FieldManager | undefined {
  if (options.fieldManagerFor !== undefined) return options.fieldManagerFor(facts)
  const { kind, hub, subresource, storage } = facts
  if (storage.update === undefined && storage.create === undefined && storage.createNamed === undefined)
    return undefined
  return newDefaultFieldManager({
    kind,
    hub,
    scheme: options.scheme,
    convertor: crossGroupConvertor(options.scheme),
    typeConverter: servedTypes(options.common.types, kind.group),
    subresource,
    resetFields: storage.resetFields,
    clock: options.clock,
  })
}

/** Source: `AllowsMediaTypeTransform` of k8s.io/apiserver/pkg/endpoints/handlers. */
function restrictionsOf({ standardMediaTypes }: GroupVersionOptions, storage: ResourceStorage): EndpointRestrictions {
  return {
    allowsServerVersion: (version) => version === metaVersion.version,
    allowsStreamSchema: (schema) => schema === 'watch',
    allowsMediaTypeTransform(type, subType, target) {
      if (target === undefined) return standardMediaTypes?.includes(`${type}/${subType}`) ?? true
      if (target.group !== 'meta.k8s.io' || (target.version !== 'v1' && target.version !== 'v1beta1')) return false
      if (target.kind === 'PartialObjectMetadata' || target.kind === 'PartialObjectMetadataList') return true
      if (target.kind !== 'Table' || storage.table === undefined) return false
      return type === 'application' && (subType === 'json' || subType === 'yaml')
    },
  }
}
