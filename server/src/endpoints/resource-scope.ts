import type { Release } from 'apimachinery/api/releases'
import type { FieldManager } from 'apimachinery/managedfields'
import type { KindClass, ParameterCodec, Scheme } from 'apimachinery/runtime'
import type { NegotiatedSerializer } from 'apimachinery/runtime/serializer'
import type { GroupVersion, GroupVersionKind, GroupVersionResource } from 'apimachinery/schema'
import type { Clock } from 'apimachinery/wait'
import type { AdmissionPlugin } from '../admission/plugin.js'
import type { Authorizer } from '../authorization/authorizer.js'
import type { Encodable } from '../registry/encodable.js'
import type { ResourceStorage } from '../registry/resource-storage.js'
import type { ObjectConversion } from './object-conversion.js'
import type { OutputFormats } from './output-format.js'

/**
 * Everything that the handlers of one resource or subresource in one version share.
 * Source: `RequestScope` of k8s.io/apiserver/pkg/endpoints/handlers.
 */
export interface ResourceScope {
  readonly resource: GroupVersionResource
  /** Empty for the resource itself. */
  readonly subresource: string
  /** The kind of requests and responses, in their version. */
  readonly kind: GroupVersionKind
  /** Class of {@link kind}. */
  readonly versionedType: KindClass
  /** Class of the objects in memory. */
  readonly hubType: KindClass
  readonly storage: ResourceStorage
  readonly namespaced: boolean

  /** The release that requests are answered as. */
  readonly release: Release
  readonly scheme: Scheme
  readonly conversion: ObjectConversion
  /** Formats of bodies and answers. */
  readonly formats: OutputFormats
  /** Formats of what all groups share, such as options of deletions. */
  readonly metaFormats: NegotiatedSerializer
  /** Decodes the options that all groups share. */
  readonly metaParameterCodec: ParameterCodec
  /** Decodes options of connections and of logs. */
  readonly parameterCodec: ParameterCodec
  /** Version of `meta.k8s.io` that options are in. */
  readonly metaVersion: GroupVersion
  readonly fieldManager: FieldManager | undefined

  readonly admission: AdmissionPlugin
  /** Used when an update creates; without it such updates fail. */
  readonly authorizer: Authorizer | undefined
  readonly clock: Clock
  /** A number from 0 to 1. */
  readonly random: () => number
  readonly maxRequestBodyBytes: number
  /** Watches without a timeout of their own end after one to two times this. */
  readonly minRequestTimeoutSeconds: number
  /** Called with errors that no response can report. */
  readonly onError: (error: unknown) => void
  /** Called before stored objects are encoded, for conversions that take time. */
  readonly prepareRead?: ((objects: readonly Encodable[]) => Promise<void>) | undefined
  /** Warnings that every answer carries, such as those of deprecated versions. */
  readonly warnings: readonly string[]
  /** The scheme that upstream looks up the kinds of unreadable bodies in, and does not find them. */
  readonly bodiesUnknownTo?: string | undefined
  /** Release, `major.minor`, that no longer has a deprecated version; empty where none is named. */
  readonly removedRelease: string
}
