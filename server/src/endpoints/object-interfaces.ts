import { deepCopy } from 'apimachinery/descriptor'
import type { JSONObject } from 'apimachinery/json'
import { newSchemeTypeConverter } from 'apimachinery/managedfields'
import {
  fromUnstructured,
  groupVersionKindOf,
  type KubernetesObject,
  setGroupVersionKind,
  toUnstructured,
  Unstructured,
  unstructuredContent,
} from 'apimachinery/runtime'
import type { GroupVersionKind } from 'apimachinery/schema'
import type { ObjectInterfaces } from '../admission/attributes.js'
import { applyConfiguration } from './apply-configuration.js'
import { toHub } from './decode-object.js'
import type { ResourceScope } from './resource-scope.js'

/** How webhooks and policies see the objects of a scope. */
export function objectInterfaces(scope: ResourceScope): ObjectInterfaces {
  return {
    applyConfiguration: (content, configuration) =>
      applyConfiguration(newSchemeTypeConverter(scope.scheme), content, configuration),
    contentIn: (object, kind) => contentIn(scope, object, kind),
    async objectFrom(content, kind) {
      const { scheme } = scope
      const read = scheme.classFor(kind)
      const type = read ?? scope.versionedType
      const object = fromUnstructured(new Unstructured(content), type)
      if (read === undefined) setGroupVersionKind(object, scope.kind)
      scheme.default(object)
      return toHub(scope, object)
    },
  }
}

function contentIn(scope: ResourceScope, object: KubernetesObject, kind: GroupVersionKind): JSONObject {
  const content = unstructuredContent(toUnstructured(versioned(scope, object, kind), { canonical: true }))
  return { ...content, apiVersion: kind.groupVersion().toString(), kind: kind.kind }
}

function versioned(scope: ResourceScope, object: KubernetesObject, kind: GroupVersionKind): KubernetesObject {
  if (String(groupVersionKindOf(object)) === String(kind)) return object
  const type = scope.scheme.classFor(kind)
  if (type !== undefined) return scope.scheme.convert(object, type)
  // A custom resource in another of its versions, which differ in their names only.
  const copy = new Unstructured(unstructuredContent(deepCopy(object)))
  setGroupVersionKind(copy, kind)
  return copy
}
