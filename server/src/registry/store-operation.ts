import { enabledByDefault, newestRelease } from 'apimachinery/api/releases'
import { isNamespaced, type ResetFieldsContext, type StrategyContext } from 'apimachinery/api/strategies'
import type { KindClass, KubernetesObject, Scheme } from 'apimachinery/runtime'
import { GroupVersionKind, parseGroupVersion } from 'apimachinery/schema'
import type { RequestContext } from '../request/request-context.js'
import { interpretStorageError, type StorageOperation } from './interpret-storage-error.js'
import type { StoreHooks, StoreOptions, StoreSettings } from './store-options.js'

/** A store as data: its options, with what is filled in where they say nothing. */
export interface StoreParts<T extends KubernetesObject> extends StoreOptions<T> {
  readonly hooks: StoreHooks<T>
}

/** One request to a store. */
export interface StoreRequest<T extends KubernetesObject> {
  readonly store: StoreParts<T>
  readonly context: RequestContext
}

/** The resource that errors name: that of the request, where the request is for one. */
export function namedResource(
  { resource }: { readonly resource: StoreOptions<KubernetesObject>['resource'] },
  { info }: RequestContext,
): { readonly group: string; readonly resource: string } {
  return info.resource === '' ? resource : { group: info.apiGroup, resource: info.resource }
}

/** What an operation of the storage threw, as a `Status`. */
export function storageFailure<T extends KubernetesObject>(
  { store, context }: StoreRequest<T>,
  operation: StorageOperation,
  { error, name }: { readonly error: unknown; readonly name: string },
): unknown {
  return interpretStorageError(error, operation, { resource: namedResource(store, context), name })
}

/** The gates of stores whose server says nothing. */
const defaultGates = (gate: string): boolean => enabledByDefault(gate, newestRelease)

/** The release and the gates of a store, as its server has them. */
export function effectiveSettings({ release, featureEnabled }: StoreSettings): ResetFieldsContext {
  return { release: release ?? newestRelease, featureEnabled: featureEnabled ?? defaultGates }
}

/** The context of a request for the strategy of its kind. */
export function strategyContext(
  settings: StoreSettings & { readonly strategy: Parameters<typeof isNamespaced>[0] },
  { namespace, apiVersion, user, clock, warnings }: RequestContext,
): StrategyContext {
  const namespaced = isNamespaced(settings.strategy)
  const { scheme } = settings
  return {
    apiVersion,
    ...effectiveSettings(settings),
    ...(scheme !== undefined && { versioned: (object) => inVersion(object, apiVersion, scheme) }),
    now: () => new Date(clock.now()),
    warn: (text) => warnings?.addWarning('', text),
    allowPrivileged: settings.allowPrivileged,
    namespace: namespaced ? namespace : undefined,
    namespaceLabels: namespaced ? settings.namespaceLabels?.(namespace) : undefined,
    user,
  }
}

/** An object in another version; as it is where its kind is not in that version, such as in requests for a scale. */
function inVersion(object: KubernetesObject, apiVersion: string, scheme: Scheme): KubernetesObject {
  const own = object.constructor as KindClass
  const { group, version } = parseGroupVersion(apiVersion)
  const type = scheme.classFor(new GroupVersionKind(group, version, own.groupVersionKind.kind))
  return type === undefined || type === own ? object : scheme.convert(object, type)
}
