import type { Client } from '@apimachinery/client'
import type { Release } from 'apimachinery/api/releases'
import type { TableConvertor } from 'apimachinery/meta'
import type { GroupVersionKind } from 'apimachinery/schema'
import type { TokenIssuer } from '../authentication/service-account/token-issuer.js'
import type { Authorizer } from '../authorization/authorizer.js'
import type { StoreHooks } from '../registry/store-options.js'
import type { BuiltInStores, StorageByPath, StoreCodecs } from './built-in-stores.js'

/**
 * The storage of the resources of a group, besides their strategies.
 *
 * Source: `RESTStorageProvider` of pkg/controlplane of Kubernetes.
 */
export interface StorageProvider {
  readonly group: string
  /** Hooks of stores by their prefix below `/registry`, such as `pods` and `services/specs`. */
  // biome-ignore lint/suspicious/noExplicitAny: hooks of different kinds stand in one table
  readonly hooks?: Readonly<Record<string, StoreHooks<any>>>
  /** How objects of stores become bytes in another way, by their prefix. */
  readonly codecs?: StoreCodecs
  /** Adds subresources to the storage of a version of the group, and replaces what stores do not do alone. */
  extend?(storage: StorageByPath, facts: ProvidedVersion): void
}

/** The input of a {@link StorageProvider}: it has every store of the server. */
export interface ProvidedVersion {
  readonly version: string
  readonly stores: BuiltInStores
  /** Of `componentstatuses`, which has no store. */
  readonly componentTable: TableConvertor
  readonly authorizer: Authorizer
  /** The resource that serves a kind; `undefined` for a kind that is not served. */
  readonly resourceOf: (kind: GroupVersionKind) => string | undefined
  /** The release that requests are answered as. */
  readonly release: Release
  /** Whether a feature gate is on. */
  readonly featureEnabled: (gate: string) => boolean
  /** Writes for the server itself. */
  readonly client: Client
  /** Signs tokens of service accounts. */
  readonly tokens: () => Pick<TokenIssuer, 'audiences' | 'issueToken'>
}
