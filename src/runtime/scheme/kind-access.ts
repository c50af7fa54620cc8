import { stringOrEmpty } from '../../json/json-value.js'
import { GroupVersionKind } from '../../schema/group-version-kind.js'
import { fromAPIVersionAndKind } from '../../schema/parse.js'
import { apiVersionInternal } from '../objects/internal-version.js'
import { withoutMembers } from '../objects/shallow-copy.js'
import { isTypedObject, type KubernetesObject, kindClassOf } from '../objects/typed-object.js'

/** The kind that an object declares: empty parts if it declares none, or not as text, or if `apiVersion` is invalid. */
export function groupVersionKindOf(object: KubernetesObject): GroupVersionKind {
  const apiVersion = stringOrEmpty(object.apiVersion)
  const kind = stringOrEmpty(object.kind)
  const gvk = fromAPIVersionAndKind(apiVersion, kind)
  const unreadable = gvk.version === '' && gvk.group === '' && apiVersion !== '' && apiVersion !== '/'
  return unreadable ? new GroupVersionKind('', '', '') : gvk
}

/**
 * Writes `apiVersion` and `kind`; removes both for an internal version, which has no form outside memory. Does nothing to
 * objects that have neither, such as a `WatchEvent`.
 */
export function setGroupVersionKind(object: KubernetesObject, gvk: GroupVersionKind): void {
  if (gvk.version === apiVersionInternal) {
    delete object.apiVersion
    delete object.kind
    return
  }
  if (!declaresKind(object, gvk)) Object.assign(object, gvk.toAPIVersionAndKind())
}

/** The object itself if it declares this kind, otherwise a shallow copy that does. */
export function withGroupVersionKind<T extends KubernetesObject>(object: T, gvk: GroupVersionKind): T {
  if (declaresKind(object, gvk)) return object
  const copy = withoutMembers(object)
  setGroupVersionKind(copy, gvk)
  return copy
}

/** Whether nothing needs to be written: the object declares the kind, or its kind never does. */
function declaresKind(object: KubernetesObject, gvk: GroupVersionKind): boolean {
  if (isTypedObject(object) && kindClassOf(object).hasTypeMeta === false) return true
  // Values that an object inherits from its class are not part of its JSON.
  const has = (name: 'apiVersion' | 'kind') => Object.hasOwn(object, name)
  if (gvk.version === apiVersionInternal) return !has('apiVersion') && !has('kind')
  if (!has('apiVersion') || !has('kind')) return false
  const { apiVersion, kind } = gvk.toAPIVersionAndKind()
  return object.apiVersion === apiVersion && object.kind === kind
}
