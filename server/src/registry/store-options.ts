import type { Release } from 'apimachinery/api/releases'
import type { KindStrategy } from 'apimachinery/api/strategies'
import type { TableConvertor } from 'apimachinery/meta'
import type { CreateOptions, DeleteOptions, UpdateOptions } from 'apimachinery/meta/v1'
import type { KubernetesObject, Scheme } from 'apimachinery/runtime'
import type { GroupVersionKind } from 'apimachinery/schema'
import type { RequestContext } from '../request/request-context.js'
import type { Storage } from '../storage/storage.js'
import type { ObjectKeys } from './object-keys.js'

/** Ends what a hook began; called with whether the write happened. */
export type FinishHook = (success: boolean) => Promise<void> | void

/**
 * Hooks of a kind besides its strategy. A hook that begins something returns the function that ends it. Source: the hooks
 * of `Store` in k8s.io/apiserver/pkg/registry/generic/registry.
 */
export interface StoreHooks<T extends KubernetesObject> {
  beginCreate?(context: RequestContext, object: T, options: CreateOptions): Promise<FinishHook> | FinishHook
  afterCreate?(object: T, options: CreateOptions): void
  beginUpdate?(context: RequestContext, object: T, old: T, options: UpdateOptions): Promise<FinishHook> | FinishHook
  afterUpdate?(object: T, options: UpdateOptions): void
  /** The answer waits for it. */
  afterDelete?(object: T, options: DeleteOptions): Promise<void> | void
  /** Whether an update that removes the last finalizer deletes the object, in addition to the usual conditions. */
  shouldDeleteDuringUpdate?(object: T, old: T): boolean
  /**
   * Whether the deletion ends after a grace period; sets `options.gracePeriodSeconds` then. Source:
   * `RESTGracefulDeleteStrategy` of k8s.io/apiserver.
   */
  checkGracefulDelete?(context: RequestContext, object: T, options: DeleteOptions): boolean
  /** The object as readers see it; gets a copy. Watches see it as well. */
  decorate?(object: T): void
  /** Time to live in seconds; `undefined`: forever. */
  ttl?(object: T, existing: number | undefined): number | undefined
}

/** The labels of a namespace; none for one that is not known. */
export type NamespaceLabels = (namespace: string) => Readonly<Record<string, string>> | undefined

/** What is the same for all resources of a server. */
export interface StoreSettings {
  /** Whether a feature gate is on; default: as the release has it. */
  readonly featureEnabled?: ((gate: string) => boolean) | undefined
  /** The release whose rules and words are used; default: the one that the server answers as. */
  readonly release?: Release | undefined
  /** Converts objects to the version of a request, for rules that the types of that version declare. */
  readonly scheme?: Scheme | undefined
  /** Whether containers may be privileged; default true. */
  readonly allowPrivileged?: boolean | undefined
  /** Where rules look up the labels of namespaces. */
  readonly namespaceLabels?: NamespaceLabels | undefined
  /** Finalizers `orphan` and `foregroundDeletion` are set on deletion; default true. */
  readonly garbageCollection?: boolean | undefined
  /** How many deletions of a collection run at once; default 1. */
  readonly deleteCollectionWorkers?: number | undefined
}

/** Input of a {@link import('./store.js').Store}. */
export interface StoreOptions<T extends KubernetesObject> extends StoreSettings {
  readonly storage: Storage<T>
  readonly strategy: KindStrategy<T>
  /** Named in errors. */
  readonly resource: { readonly group: string; readonly resource: string }
  readonly keys: ObjectKeys
  readonly hooks?: StoreHooks<T> | undefined
  readonly singularName?: string | undefined
  readonly shortNames?: readonly string[] | undefined
  readonly categories?: readonly string[] | undefined
  readonly storageVersion?: GroupVersionKind | undefined
  readonly table?: TableConvertor | undefined
  /** Deletion gives back the object and no `Status`. */
  readonly returnsDeletedObject?: boolean | undefined
  /** The object as it would be read from the store after it was written: what dry runs answer. Gets a copy. */
  readonly asStored?: ((object: T) => T | Promise<T>) | undefined
}
