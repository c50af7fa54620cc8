import type { ParamKind, ParamRef } from 'apimachinery/api/admissionregistration/v1'
import type { JSONObject } from 'apimachinery/json'
import { GroupVersionKind, parseGroupVersion } from 'apimachinery/schema'
import { selectorOf } from '../matching.js'

/** Objects of one kind, as parameters of policies. */
export interface ParamObjects {
  readonly namespaced: boolean
  /** `namespace` is `''` for kinds of the cluster. */
  get(namespace: string, name: string): Promise<JSONObject | undefined>
  /** `selector` as text. */
  list(namespace: string, selector: string): Promise<readonly JSONObject[]>
}

/** Finds objects of a kind; `undefined` for a kind that is not served. */
export type FindParams = (kind: GroupVersionKind) => Promise<ParamObjects | undefined>

/** The configuration of a policy is invalid. */
export class PolicyConfigurationError extends Error {
  override readonly name = 'PolicyConfigurationError'
}

/** The objects of a policy's kind of parameters; `undefined` for a policy without. @throws PolicyConfigurationError */
export async function paramObjects(kind: ParamKind | undefined, find: FindParams): Promise<ParamObjects | undefined> {
  if (!kind) return undefined
  const gvk = paramGroupVersionKind(kind)
  const found = await find(gvk)
  if (found === undefined) {
    throw new PolicyConfigurationError(`failed to find resource referenced by paramKind: '${gvk}'`)
  }
  return found
}

function paramGroupVersionKind({ apiVersion = '', kind = '' }: ParamKind): GroupVersionKind {
  const { group, version } = parseGroupVersion(apiVersion)
  return new GroupVersionKind(group, version, kind)
}

/**
 * The parameters that a binding names; `[null]` where there are none to be named.
 *
 * Source: `CollectParams` of k8s.io/apiserver/pkg/admission/plugin/policy/generic.
 * @throws PolicyConfigurationError
 */
export async function collectParams(
  objects: ParamObjects | undefined,
  reference: ParamRef | undefined,
  namespace: string,
): Promise<readonly (JSONObject | null)[]> {
  if (objects === undefined || !reference) return [null]
  const within = namespaceOf(objects, reference, namespace)
  const found = await referenced(objects, reference, within)
  if (found.length === 0 && reference.parameterNotFoundAction === 'Deny') {
    throw new PolicyConfigurationError('no params found for policy binding with `Deny` parameterNotFoundAction')
  }
  return found
}

function namespaceOf({ namespaced }: ParamObjects, reference: ParamRef, namespace: string): string {
  if (!namespaced) {
    if (!reference.namespace) return ''
    throw new PolicyConfigurationError('paramRef.namespace must not be provided for a cluster-scoped `paramKind`')
  }
  const within = reference.namespace || namespace
  if (within !== '') return within
  throw new PolicyConfigurationError(
    'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
  )
}

async function referenced(
  objects: ParamObjects,
  { name, selector }: ParamRef,
  within: string,
): Promise<readonly JSONObject[]> {
  if (name) {
    if (selector) throw new PolicyConfigurationError('paramRef.name and paramRef.selector are mutually exclusive')
    const found = await objects.get(within, name)
    return found === undefined ? [] : [found]
  }
  if (selector) return objects.list(within, selectorOf(selector).toString())
  throw new PolicyConfigurationError('one of name or selector must be provided')
}
