import type { JSONObject, JSONValue } from '../json/json-value.js'
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
    uid: textOf(request.uid),
    operation: textOf(request.operation) as AdmissionRequest['operation'],
    kind: kindOf(request.kind),
    resource: resourceOf(request.resource),
    subResource: textOf(request.subResource),
    name: textOf(request.name),
    namespace: textOf(request.namespace),
    user: userOf(objectOf(request.userInfo) ?? {}),
    dryRun: request.dryRun === true,
    options: objectOf(request.options),
  }
}

/** A JSON object, or undefined for anything else. */
export function objectOf(value: JSONValue | undefined): JSONObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}

function textOf(value: JSONValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

function textsOf(value: JSONValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

function kindOf(value: JSONValue | undefined): GroupVersionKind {
  const { group, version, kind } = objectOf(value) ?? {}
  return new GroupVersionKind(textOf(group), textOf(version), textOf(kind))
}

function resourceOf(value: JSONValue | undefined): GroupVersionResource {
  const { group, version, resource } = objectOf(value) ?? {}
  return new GroupVersionResource(textOf(group), textOf(version), textOf(resource))
}

function userOf(user: JSONObject): RequestUser {
  const extra = Object.entries(objectOf(user.extra) ?? {}).map(([key, value]) => [key, textsOf(value)] as const)
  return {
    username: textOf(user.username),
    uid: textOf(user.uid),
    groups: textsOf(user.groups),
    extra: Object.fromEntries(extra),
  }
}
