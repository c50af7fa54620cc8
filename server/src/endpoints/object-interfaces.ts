import type { JSONObject } from 'apimachinery/json'
import { newSchemeTypeConverter } from 'apimachinery/managedfields'
import {
  fromUnstructured,
  groupVersionKindOf,
  type KubernetesObject,
  NotRegisteredError,
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
      applyConfiguration(scope.conversion.types?.() ?? newSchemeTypeConverter(scope.scheme), content, configuration),
    contentIn: (object, kind) => contentIn(scope, object, kind),
    async objectFrom(content, kind) {
      const { scheme, conversion } = scope
      const read = scheme.classFor(kind)
      const type = read ?? scope.versionedType
      const given = new Unstructured(content)
      const source = read === undefined ? await conversion.between?.(given, scope.kind) : given
      const object = fromUnstructured(new Unstructured(unstructuredContent(source ?? given)), type)
      if (read === undefined) setGroupVersionKind(object, scope.kind)
      scheme.default(object)
      return toHub(scope, object)
    },
  }
}

async function contentIn(scope: ResourceScope, object: KubernetesObject, kind: GroupVersionKind): Promise<JSONObject> {
  const content = unstructuredContent(toUnstructured(await versioned(scope, object, kind), { canonical: true }))
  return { ...content, apiVersion: kind.groupVersion().toString(), kind: kind.kind }
}

function versioned(
  scope: ResourceScope,
  object: KubernetesObject,
  kind: GroupVersionKind,
): KubernetesObject | Promise<KubernetesObject> {
  if (String(groupVersionKindOf(object)) === String(kind)) return object
  const type = scope.scheme.classFor(kind)
  if (type !== undefined) return scope.scheme.convert(object, type)
  if (scope.conversion.between !== undefined) return scope.conversion.between(object, kind)
  throw new NotRegisteredError(scope.scheme.name, { gvk: kind })
}
