import { type JSONObject, type JSONValue, stringOrEmpty } from '../json/json-value.js'
import type { KubernetesObject } from '../runtime/objects/typed-object.js'
import { GroupVersionKind } from '../schema/group-version-kind.js'
import { GroupVersionResource } from '../schema/group-version-resource.js'

/** The user who made the request. */
export interface RequestUser {
  readonly username: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** The request of an admission review. */
export interface AdmissionRequest<T extends KubernetesObject = KubernetesObject> {
  readonly uid: string
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'
  /** Kind and resource of the object, in the version that the webhook gets. */
  readonly kind: GroupVersionKind
  readonly resource: GroupVersionResource
  readonly subResource: string
  readonly name: string
  readonly namespace: string
  readonly user: RequestUser
  readonly dryRun: boolean
  /** The object after the write; undefined for DELETE. An instance of its class, if the scheme has one. */
  readonly object: T | undefined
  /** The object before the write; undefined for CREATE. */
  readonly oldObject: T | undefined
  /** Options of the write, such as CreateOptions. */
  readonly options: JSONObject | undefined
}

/** Reads all fields of a request but its objects. Fields that are missing or of another type become empty. */
export function requestFacts(request: JSONObject): Omit<AdmissionRequest, 'object' | 'oldObject'> {
  return {
    uid: stringOrEmpty(request.uid),
    operation: stringOrEmpty(request.operation) as AdmissionRequest['operation'],
    kind: readGroupVersionKind(request.kind),
    resource: resourceOf(request.resource),
    subResource: stringOrEmpty(request.subResource),
    name: stringOrEmpty(request.name),
    namespace: stringOrEmpty(request.namespace),
    user: userOf(jsonObjectOrUndefined(request.userInfo) ?? {}),
    dryRun: request.dryRun === true,
    options: jsonObjectOrUndefined(request.options),
  }
}

/** A JSON object, or undefined for anything else. */
export function jsonObjectOrUndefined(value: JSONValue | undefined): JSONObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}

function textsOf(value: JSONValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

function readGroupVersionKind(value: JSONValue | undefined): GroupVersionKind {
  const { group, version, kind } = jsonObjectOrUndefined(value) ?? {}
  return new GroupVersionKind(stringOrEmpty(group), stringOrEmpty(version), stringOrEmpty(kind))
}

function resourceOf(value: JSONValue | undefined): GroupVersionResource {
  const { group, version, resource } = jsonObjectOrUndefined(value) ?? {}
  return new GroupVersionResource(stringOrEmpty(group), stringOrEmpty(version), stringOrEmpty(resource))
}

function userOf(user: JSONObject): RequestUser {
  const extra = Object.entries(jsonObjectOrUndefined(user.extra) ?? {}).map(
    ([key, value]) => [key, textsOf(value)] as const,
  )
  return {
    username: stringOrEmpty(user.username),
    uid: stringOrEmpty(user.uid),
    groups: textsOf(user.groups),
    extra: Object.fromEntries(extra),
  }
}
