import type { Namespace } from 'apimachinery/api/core/v1'
import { messageOf } from 'apimachinery/errors'
import type { JSONObject } from 'apimachinery/json'
import {
  AuthorizerValue,
  type Bindings,
  type CELAuthorizationAttributes,
  type CELAuthorizer,
  ResourceCheckValue,
} from 'apimachinery/openapi/cel'
import { type KubernetesObject, toUnstructured, unstructuredContent } from 'apimachinery/runtime'
import type { GroupVersionKind, GroupVersionResource } from 'apimachinery/schema'
import type { AuthorizationAttributes, Authorizer } from '../../authorization/authorizer.js'
import { fieldRequirements, labelRequirements } from '../../authorization/selector-attributes.js'
import type { AdmissionAttributes } from '../attributes.js'
import type { EquivalentResource } from '../matching.js'

/** A request as a webhook or policy sees it: its objects in the version that it is for. */
export interface VersionedRequest {
  readonly attributes: AdmissionAttributes
  readonly matched: EquivalentResource
  readonly object: JSONObject | null
  readonly oldObject: JSONObject | null
}

/**
 * A request in the versions of the webhooks or policies of one plugin: its objects are converted once to each, and again when they were
 * replaced.
 */
export class VersionedRequests {
  readonly #attributes: AdmissionAttributes
  readonly #contents = new Map<KubernetesObject, Map<string, Promise<JSONObject>>>()

  constructor(attributes: AdmissionAttributes) {
    this.#attributes = attributes
  }

  /**
   * The objects of the request in the version of a match; they are shared and must not be changed. Rejects with MachineryError for a
   * version that they cannot be converted to.
   */
  async for(matched: EquivalentResource): Promise<VersionedRequest> {
    const { object, oldObject } = this.#attributes
    // The old object first, as upstream.
    const old = await this.#contentOf(oldObject, matched)
    return { attributes: this.#attributes, matched, object: await this.#contentOf(object, matched), oldObject: old }
  }

  async #contentOf(object: KubernetesObject | undefined, { kind }: EquivalentResource): Promise<JSONObject | null> {
    if (object === undefined) return null
    const versions = this.#contents.get(object) ?? new Map<string, Promise<JSONObject>>()
    this.#contents.set(object, versions)
    const known = versions.get(String(kind)) ?? this.#attributes.objects.contentIn(object, kind)
    versions.set(String(kind), known)
    return known
  }
}

/** Values that expressions may use besides the request. */
export interface RequestFacts {
  readonly authorizer: Authorizer
  readonly namespaceObject?: Namespace | undefined
}

/** The variables of expressions: `object`, `oldObject`, `request`, `namespaceObject`, `authorizer`. */
export function requestVariables(request: VersionedRequest, { authorizer, namespaceObject }: RequestFacts): Bindings {
  const { attributes, object, oldObject } = request
  const { user, resource, subresource, namespace, name } = attributes
  const value = new AuthorizerValue(celAuthorizer(authorizer), {
    username: user?.name ?? '',
    uid: user?.uid ?? '',
    groups: user?.groups ?? [],
    extra: user?.extra ?? {},
  })
  const check = { group: resource.group, resource: resource.resource, subresource, namespace, name }
  return {
    object,
    oldObject,
    request: requestContent(request),
    namespaceObject: namespaceObject === undefined ? null : contentOf(namespaceObject),
    authorizer: value,
    'authorizer.requestResource': new ResourceCheckValue(value, check),
  }
}

/** The JSON of an object as Go holds it. */
export function contentOf(object: KubernetesObject): JSONObject {
  return unstructuredContent(toUnstructured(object, { canonical: true }))
}

/** The options of a request: those that all groups share are of their own group in reviews. */
export function optionsContent({ options }: AdmissionAttributes): JSONObject | undefined {
  if (options === undefined) return undefined
  const content = contentOf(options)
  const shared = /^(Create|Update|Delete|Patch)Options$/.test(String(content.kind))
  return shared ? { ...content, apiVersion: 'meta.k8s.io/v1' } : content
}

/** The request in reviews and expressions, without the objects. */
export function requestContent({ attributes, matched }: VersionedRequest): JSONObject {
  const { operation, kind, resource, subresource, name, namespace, user, dryRun } = attributes
  const options = optionsContent(attributes)
  return {
    kind: kindContent(matched.kind),
    resource: resourceContent(matched.resource),
    ...(subresource !== '' && { subResource: subresource }),
    requestKind: kindContent(kind),
    requestResource: resourceContent(resource),
    ...(subresource !== '' && { requestSubResource: subresource }),
    ...(name !== '' && { name }),
    ...(namespace !== '' && { namespace }),
    operation,
    userInfo: {
      ...(user?.name && { username: user.name }),
      ...(user?.uid && { uid: user.uid }),
      ...((user?.groups.length ?? 0) > 0 && { groups: [...(user?.groups ?? [])] }),
      ...(Object.keys(user?.extra ?? {}).length > 0 && {
        extra: Object.fromEntries(Object.entries(user?.extra ?? {}).map(([key, values]) => [key, [...values]])),
      }),
    },
    dryRun,
    ...(options !== undefined && { options }),
  }
}

function kindContent({ group, version, kind }: GroupVersionKind): JSONObject {
  return { group, version, kind }
}

function resourceContent({ group, version, resource }: GroupVersionResource): JSONObject {
  return { group, version, resource }
}

/** The server's authorizer for expressions. */
function celAuthorizer(authorizer: Authorizer): CELAuthorizer {
  return {
    async authorize({ user, fieldSelector, labelSelector, ...attributes }: CELAuthorizationAttributes) {
      const { decision, reason, error } = await authorizer.authorize({
        ...attributes,
        user: { name: user.username, uid: user.uid ?? '', groups: user.groups ?? [], extra: user.extra ?? {} },
        ...selectorsOf(fieldSelector, labelSelector),
      })
      return { decision, reason, ...(error !== undefined && { error: messageOf(error) }) }
    },
  }
}

function selectorsOf(
  fields: string | undefined,
  labels: string | undefined,
): Pick<AuthorizationAttributes, 'fieldSelector' | 'labelSelector'> {
  const [fieldSelector, labelSelector] = [fieldRequirements(fields), labelRequirements(labels)]
  return {
    ...(fieldSelector !== undefined && { fieldSelector }),
    ...(labelSelector !== undefined && { labelSelector }),
  }
}
