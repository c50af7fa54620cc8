import type { KindStrategy, UpdateHooks } from 'apimachinery/api/strategies'
import { deepEqual } from 'apimachinery/descriptor'
import { ensureMetadata } from 'apimachinery/meta'
import type { KindClass, KubernetesObject, Scheme } from 'apimachinery/runtime'

interface WithStatus {
  status?: unknown
}

/**
 * The strategy of a kind that has none of its own: the scheme's validation, a generation that counts changes of what is not
 * metadata or status, and a status that only its subresource writes.
 *
 * Source: `customResourceStrategy` of k8s.io/apiextensions-apiserver, which does the same for custom resources.
 */
export function defaultStrategy<T extends KubernetesObject>(type: KindClass<T>, scheme: Scheme): KindStrategy<T> {
  const { resource } = type
  const hasStatus = resource?.subresources?.includes('status') ?? false
  const versions = scheme.versionsForGroupKind(type.groupVersionKind.groupKind()).map(String)
  const inVersions = (...paths: string[][]) => Object.fromEntries(versions.map((version) => [version, paths]))
  const validateUpdate = (object: T, old: T) => scheme.validateUpdate(object, old)
  return {
    type,
    namespaced: resource?.scope !== 'Cluster',
    allowCreateOnUpdate: false,
    allowUnconditionalUpdate: false,
    prepareForCreate(object) {
      if (hasStatus) delete (object as WithStatus).status
      ensureMetadata(object).generation = 1
    },
    validate: (object) => scheme.validate(object),
    prepareForUpdate(object, old) {
      if (hasStatus) resetField(object as WithStatus, old as WithStatus, 'status')
      const { generation = 0 } = ensureMetadata(old)
      ensureMetadata(object).generation = isChanged(type, object, old) ? generation + 1 : generation
    },
    validateUpdate,
    ...(hasStatus && {
      resetFields: inVersions(['status']),
      subresources: { status: { ...statusHooks(validateUpdate), resetFields: inVersions(['metadata'], ['spec']) } },
    }),
  }
}

function statusHooks<T extends KubernetesObject>(validateUpdate: UpdateHooks<T>['validateUpdate']): UpdateHooks<T> {
  return {
    prepareForUpdate(object, old) {
      const { status } = object as WithStatus
      const { managedFields } = ensureMetadata(object)
      for (const key of Object.keys(object)) delete (object as Record<string, unknown>)[key]
      Object.assign(object, structuredCopy(old), status === undefined ? {} : { status })
      if (status === undefined) delete (object as WithStatus).status
      const metadata = ensureMetadata(object)
      if (managedFields === undefined) delete metadata.managedFields
      else metadata.managedFields = managedFields
    },
    validateUpdate,
  }
}

/** The first level and the metadata, which registries change. */
function structuredCopy(object: KubernetesObject): KubernetesObject {
  return { ...object, metadata: { ...ensureMetadata(object) } } as KubernetesObject
}

function resetField<K extends string>(
  object: { [key in K]?: unknown },
  old: { readonly [key in K]?: unknown },
  key: K,
): void {
  if (old[key] === undefined) delete object[key]
  else object[key] = old[key]
}

/** Whether anything but metadata and status differs. */
function isChanged<T extends KubernetesObject>({ descriptor }: KindClass<T>, object: T, old: T): boolean {
  const rest = (from: T) => ({ ...from, metadata: undefined, status: undefined })
  return !deepEqual(descriptor, rest(object), rest(old))
}
