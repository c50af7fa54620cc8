import type { GroupVersioner } from '../../runtime/interfaces.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import { Unstructured } from '../../runtime/objects/unstructured.js'
import { groupVersionKindOf, withGroupVersionKind } from '../../runtime/scheme/kind-access.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'

/** Converts objects between versions; `Scheme` is one. */
export interface ObjectConvertor {
  /** The object in the version that `target` chooses. */
  convertToVersion(object: KubernetesObject, target: GroupVersioner): KubernetesObject
}

/** Fills defaults into an object; `Scheme` is one. */
export interface ObjectDefaulter {
  /** Fills defaults in, in place. */
  default(object: KubernetesObject): void
}

/** Makes empty objects; `Scheme` is one. */
export interface ObjectCreater {
  readonly new: (gvk: GroupVersionKind) => KubernetesObject
}

/** The operations on kinds that a field manager needs. */
export interface ObjectMachinery {
  readonly convertor: ObjectConvertor
  readonly defaulter: ObjectDefaulter
  readonly creater: ObjectCreater
}

/**
 * The operations for custom resources whose versions differ only in name: conversion sets another `apiVersion`, there are
 * no defaults, and new objects are unstructured.
 */
export function unstructuredMachinery(): ObjectMachinery {
  return {
    convertor: {
      convertToVersion(object, target) {
        const gvk = groupVersionKindOf(object)
        return withGroupVersionKind(object, target.kindForGroupVersionKinds([gvk]) ?? gvk)
      },
    },
    defaulter: { default: () => undefined },
    creater: { new: (gvk) => new Unstructured(gvk.toAPIVersionAndKind()) },
  }
}
