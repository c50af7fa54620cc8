import type { ParamKind, ParamRef } from 'apimachinery/api/admissionregistration/v1'
import { messageOf } from 'apimachinery/errors'
import { GroupVersionKind, parseGroupVersion } from 'apimachinery/schema'
import { type FieldError, fieldPath, forbidden } from 'apimachinery/validation'
import type { AuthorizationAttributes, Authorizer } from '../../authorization/authorizer.js'
import { type RequestUser, unknownUser } from '../../request/context.js'
import type { RequestContext } from '../../request/request-context.js'
import { isSuperuser } from '../rbac/superuser.js'

/** Input of the checks of parameters. */
export interface ParamAccessOptions {
  readonly authorizer: Authorizer
  /** The resource that serves a kind; `undefined` for a kind that is not served. */
  readonly resourceOf: (kind: GroupVersionKind) => string | undefined
}

/**
 * Whether authors of policies and bindings may read the parameters that these refer to: what a policy says about a request
 * may contain them.
 *
 * Source: `authz.go` of the four kinds in pkg/registry/admissionregistration of Kubernetes.
 */
export class ParamAccess {
  readonly #options: ParamAccessOptions

  constructor(options: ParamAccessOptions) {
    this.#options = options
  }

  /** A policy: its author may read every object of the kind. */
  async ofKind(context: RequestContext, kind: ParamKind): Promise<readonly FieldError[]> {
    if (isSuperuser(context)) return []
    const attributes = this.#attributes(context, kind, { verb: 'get', name: '*', namespace: '*' })
    const what = `all objects of the referenced paramKind (kind=${kind.kind ?? ''}, apiVersion=${kind.apiVersion ?? ''})`
    const refused = `user ${goUser(attributes.user)} must have "get" permission on ${what}`
    return this.#errors(context, attributes, { field: 'paramKind', refused })
  }

  /** A binding: its author may read the object, or list those that a selector finds. The kind is absent where no policy names one. */
  async ofReference(
    context: RequestContext,
    kind: ParamKind | undefined,
    { name = '', namespace = '' }: ParamRef,
  ): Promise<readonly FieldError[]> {
    if (isSuperuser(context)) return []
    const verb = name === '' ? 'list' : 'get'
    const attributes = this.#attributes(context, kind, { verb, name, namespace })
    // Upstream says the verb and the user in this order.
    const refused = `user ${verb} does not have "${goUser(attributes.user)}" permission on the object referenced by paramRef`
    return this.#errors(context, attributes, { field: 'paramRef', refused })
  }

  /** Everything is asked for where it is unknown what the parameters are. */
  #attributes(
    { user = unknownUser }: RequestContext,
    kind: ParamKind | undefined,
    asked: Pick<AuthorizationAttributes, 'verb' | 'name' | 'namespace'>,
  ): AuthorizationAttributes {
    const wanted = kind && parseParamKind(kind)
    return {
      user,
      apiGroup: wanted?.group ?? '*',
      apiVersion: wanted?.version ?? '*',
      resource: (wanted && this.#options.resourceOf(wanted)) ?? '*',
      subresource: '',
      isResourceRequest: true,
      path: '',
      ...asked,
    }
  }

  async #errors(
    context: RequestContext,
    attributes: AuthorizationAttributes,
    { field, refused }: { readonly field: string; readonly refused: string },
  ): Promise<readonly FieldError[]> {
    const { decision, error } = await this.#options.authorizer.authorize(attributes, context)
    if (error === undefined && decision === 'allow') return []
    return [forbidden(fieldPath('spec', field), error === undefined ? refused : messageOf(error))]
  }
}

function parseParamKind({ apiVersion = '', kind = '' }: ParamKind): GroupVersionKind | undefined {
  try {
    const { group, version } = parseGroupVersion(apiVersion)
    return new GroupVersionKind(group, version, kind)
  } catch {
    return undefined
  }
}

/** A user as Go prints a pointer to one: `&{name uid [groups] map[key:[values]]}`. */
function goUser({ name, uid, groups, extra }: RequestUser): string {
  const entries = Object.keys(extra)
    .sort()
    .map((key) => `${key}:[${(extra[key] ?? []).join(' ')}]`)
  return `&{${name} ${uid} [${groups.join(' ')}] map[${entries.join(' ')}]}`
}
