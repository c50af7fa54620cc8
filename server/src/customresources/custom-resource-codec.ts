import { deepCopy } from 'apimachinery/descriptor'
import { MachineryError } from 'apimachinery/errors'
import { ensureMetadata } from 'apimachinery/meta'
import { type KubernetesObject, setGroupVersionKind } from 'apimachinery/runtime'
import type { StorageCodec } from '../storage/lazy-object.js'
import type { CompiledVersions } from './compiled-versions.js'
import { customResourceSerializer } from './custom-resource-formats.js'
import type { CustomResourceType } from './custom-resource-type.js'

/**
 * Converts between the bytes of the store and objects of one version, for definitions whose versions differ only in name: a
 * decoded object gets the defaults of its stored version, and fields that either schema does not have are removed.
 *
 * Source: `crdConversionRESTOptionsGetter` of k8s.io/apiextensions-apiserver/pkg/apiserver.
 */
export function customResourceCodec(versions: CompiledVersions, target: CustomResourceType): StorageCodec {
  const stored = versions.stored()
  const serializer = customResourceSerializer(target)
  return {
    decode(data) {
      const { object } = serializer.decode(data, { defaults: target.type.groupVersionKind })
      const found = versions.ofAPIVersion(object.apiVersion ?? '')
      if (found === undefined) throw invalidVersion('from', object)
      return recast(admitStored(found, object), { from: found, to: target })
    },
    encode(object) {
      if (stored === target) return serializer.encode(object)
      return serializer.encode(recast(deepCopy(object), { from: target, to: stored }))
    },
  }
}

/** Between the bytes of the store and objects of the version that they are stored in, for definitions with a webhook. */
export function storedVersionCodec(versions: CompiledVersions): StorageCodec {
  const stored = versions.stored()
  const serializer = customResourceSerializer(stored)
  return {
    decode(data) {
      const { object } = serializer.decode(data, { defaults: stored.type.groupVersionKind })
      const found = versions.ofAPIVersion(object.apiVersion ?? '')
      if (found === undefined) throw invalidVersion('from', object)
      Object.setPrototypeOf(object, found.type.prototype)
      return admitStored(found, object)
    },
    encode: (object) => serializer.encode(object),
  }
}

/** Brings an object that was read from the store into the form of its version, in place. */
export function admitStored({ version }: CustomResourceType, object: KubernetesObject): KubernetesObject {
  version.admit(object)
  const metadata = ensureMetadata(object)
  // Objects of very old releases have none.
  if (!metadata.generation) metadata.generation = 1
  return object
}

/** Sets another version on an object, in place, and removes fields that the version does not have. */
function recast(
  object: KubernetesObject,
  { from, to }: { readonly from: CustomResourceType; readonly to: CustomResourceType },
): KubernetesObject {
  if (from === to) return object
  setGroupVersionKind(object, to.type.groupVersionKind)
  to.version.coerce(object)
  return object
}

/** The error for objects in versions that a definition has no more. */
export function invalidVersion(direction: 'from' | 'to', { apiVersion = '' }: KubernetesObject): MachineryError {
  const message = `request to convert CR ${direction} an invalid group/version: ${apiVersion}`
  return new MachineryError('UnknownVersion', message)
}
