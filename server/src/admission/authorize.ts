import { messageOf } from 'apimachinery/errors'
import type { AuthorizationAttributes, Authorizer } from '../authorization/authorizer.js'
import { type RequestUser, unknownUser } from '../request/context.js'

/** The resource attributes of an authorization check; omitted ones are empty. */
export type ResourceAccess = Partial<
  Pick<AuthorizationAttributes, 'namespace' | 'apiGroup' | 'apiVersion' | 'resource' | 'subresource' | 'name'>
> & { readonly verb: string }

/** Whether a user may do something, and why. */
export interface Access {
  readonly allowed: boolean
  readonly reason: string
  readonly error?: unknown
}

/** Calls an authorizer for a resource. */
export async function accessOf(
  authorizer: Authorizer,
  user: RequestUser | undefined,
  access: ResourceAccess,
): Promise<Access> {
  const { decision, reason, error } = await authorizer.authorize({
    user: user ?? unknownUser,
    namespace: '',
    apiGroup: '',
    apiVersion: '*',
    resource: '',
    subresource: '',
    name: '',
    isResourceRequest: true,
    path: '',
    ...access,
  })
  return { allowed: decision === 'allow', reason, error }
}

/** The reason and the error as Go prints them one after the other. */
export function accessText({ reason, error }: Access): string {
  return `${reason}, ${error === undefined ? '<nil>' : messageOf(error)}`
}
