import { messageOf } from 'apimachinery/errors'
import { fieldPath, isDomainPrefixedPath, nameIsDNSSubdomain } from 'apimachinery/validation'
import { WellKnownUser } from '../../authentication/authenticator.js'
import { splitServiceAccountName } from '../../authentication/service-account/service-account-name.js'
import { changedAttributes } from '../../authorization/attributes-of.js'
import type { AuthorizationAttributes, Authorizer } from '../../authorization/authorizer.js'
import { forbiddenError } from '../../authorization/forbidden-error.js'
import type { RequestUser } from '../../request/context.js'

/** The permissions of an impersonation mode. */
export interface ImpersonationMode {
  /** `user-info`, `serviceaccount`, …; absent for the mode that clusters have always had. */
  readonly name?: string | undefined
  /** False where the mode is not for these users. */
  readonly applies: (wanted: RequestUser, requestor: RequestUser) => boolean
  /** The unique identifier is checked after everything else. */
  readonly uidLast?: true | undefined
}

const nodePrefix = 'system:node:'
const nodeNameKey = 'authentication.kubernetes.io/node-name'

/** From this many groups or extra values on, one check for all of them is made first. */
const many = 4

/** All modes, in the order in which they are tried. Source: `allImpersonationModes` of k8s.io/apiserver. */
export const impersonationModes: readonly ImpersonationMode[] = [
  { name: 'associated-node', applies: (wanted, requestor) => isBare(wanted) && isOwnNode(wanted, requestor) },
  { name: 'arbitrary-node', applies: (wanted) => isBare(wanted) && nodeName(wanted.name) !== undefined },
  { name: 'serviceaccount', applies: (wanted) => isBare(wanted) && splitServiceAccountName(wanted.name) !== undefined },
  {
    name: 'user-info',
    applies: ({ name }) => nodeName(name) === undefined && splitServiceAccountName(name) === undefined,
  },
  { applies: () => true },
]

/** The only mode of a server without constrained impersonation. Source: `WithImpersonation` of k8s.io/apiserver. */
export const unconstrainedModes: readonly ImpersonationMode[] = [{ applies: () => true, uidLast: true }]

/** One request to impersonate. */
export interface Impersonation {
  readonly mode: ImpersonationMode
  readonly authorizer: Authorizer
  readonly wanted: RequestUser
  /** Of the request itself, by the authenticated user. */
  readonly attributes: AuthorizationAttributes
}

/** The user that the requestor may be in a mode. Throws the 403 of the first right that is missing. */
export async function impersonated(impersonation: Impersonation): Promise<RequestUser> {
  const { mode, wanted, attributes } = impersonation
  if (mode.name !== undefined) {
    const verb = `impersonate-on:${mode.name}:${attributes.verb}`
    await check(impersonation, changedAttributes(attributes, { user: requestorIn(impersonation), verb }))
  }
  const groups = await checkName(impersonation)
  if (mode.uidLast === undefined) await checkUID(impersonation)
  await checkGroups(impersonation)
  await checkExtra(impersonation)
  if (mode.uidLast === true) await checkUID(impersonation)
  return { ...wanted, groups: withAuthentication(wanted.name, groups) }
}

const authentication = { apiGroup: 'authentication.k8s.io', apiVersion: 'v1' }

/** A requestor's own node is checked without what differs from pod to pod. */
function requestorIn({ mode, attributes: { user } }: Impersonation): RequestUser {
  if (mode.name !== 'associated-node') return user
  return { ...user, extra: { 'authentication.kubernetes.io/associated-node-keys': Object.keys(user.extra).sort() } }
}

function about(
  impersonation: Impersonation,
  facts: Partial<AuthorizationAttributes> & Pick<AuthorizationAttributes, 'resource' | 'name'>,
): AuthorizationAttributes {
  const { mode } = impersonation
  const constrained = mode.name !== undefined
  return {
    user: requestorIn(impersonation),
    verb: constrained ? `impersonate:${mode.name}` : 'impersonate',
    namespace: '',
    apiGroup: constrained ? authentication.apiGroup : '',
    apiVersion: 'v1',
    subresource: '',
    isResourceRequest: true,
    path: '',
    ...facts,
  }
}

async function check({ authorizer }: Impersonation, attributes: AuthorizationAttributes): Promise<void> {
  const { decision, reason, error } = await authorizer.authorize(attributes)
  if (decision === 'allow') return
  const texts = error === undefined ? [reason] : [messageOf(error), reason]
  throw forbiddenError(attributes, texts.filter((text) => text !== '').join(': '))
}

/** Checks the name, and gives the groups that come with it. */
async function checkName(impersonation: Impersonation): Promise<readonly string[]> {
  const { mode, wanted } = impersonation
  const account = splitServiceAccountName(wanted.name)
  if (account !== undefined) {
    const { namespace, name } = account
    await check(impersonation, about(impersonation, { resource: 'serviceaccounts', namespace, name }))
    if (wanted.groups.length > 0) return wanted.groups
    return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`]
  }
  const node = mode.name === undefined ? undefined : nodeName(wanted.name)
  if (node !== undefined) {
    const name = mode.name === 'associated-node' ? '*' : node
    await check(impersonation, about(impersonation, { resource: 'nodes', name }))
    return [WellKnownUser.nodesGroup]
  }
  await check(impersonation, about(impersonation, { resource: 'users', name: wanted.name }))
  return wanted.groups
}

async function checkUID(impersonation: Impersonation): Promise<void> {
  const { uid } = impersonation.wanted
  if (uid !== '') await check(impersonation, about(impersonation, { ...authentication, resource: 'uids', name: uid }))
}

async function checkGroups(impersonation: Impersonation): Promise<void> {
  const { mode, wanted } = impersonation
  const { groups } = wanted
  const ask = (name: string): AuthorizationAttributes => about(impersonation, { resource: 'groups', name })
  if (mode.name !== undefined && groups.length > 0) {
    if (groups.includes('')) throw forbiddenError(ask(''), 'impersonating the empty string group is not allowed')
    if (groups.includes(WellKnownUser.systemPrivilegedGroup)) {
      const attributes = ask(WellKnownUser.systemPrivilegedGroup)
      throw forbiddenError(attributes, 'impersonating the system:masters group is not allowed')
    }
    if (groups.length >= many && (await isAllowed(impersonation, ask('*')))) return
  }
  for (const group of groups) await check(impersonation, ask(group))
}

async function isAllowed({ authorizer }: Impersonation, attributes: AuthorizationAttributes): Promise<boolean> {
  return (await authorizer.authorize(attributes)).decision === 'allow'
}

async function checkExtra(impersonation: Impersonation): Promise<void> {
  const { mode, wanted } = impersonation
  const entries = Object.entries(wanted.extra)
  if (entries.length === 0) return
  const ask = (subresource: string, name: string): AuthorizationAttributes =>
    about(impersonation, { ...authentication, resource: 'userextras', subresource, name })
  if (mode.name !== undefined) {
    const problem = extraProblem(wanted.extra)
    if (problem !== undefined) throw forbiddenError(ask('', ''), problem)
    const count = entries.reduce((sum, [, values]) => sum + values.length, 0)
    if (count >= many && (await isAllowed(impersonation, ask('*', '*')))) return
  }
  for (const [key, values] of entries) for (const value of values) await check(impersonation, ask(key, value))
}

function extraProblem(extra: RequestUser['extra']): string | undefined {
  for (const [key, values] of Object.entries(extra)) {
    if (key === '') return 'impersonating the empty string key in extra is not allowed'
    const [error] = isDomainPrefixedPath(fieldPath('extra', 'key'), key)
    if (error !== undefined) return `impersonating an invalid key in extra is not allowed: ${error.message}`
    if (key !== key.toLowerCase())
      return `impersonating a non-lowercase key in extra is not allowed: ${JSON.stringify(key)}`
    if (values.length === 0) return 'impersonating empty values in extra is not allowed'
    if (values.includes('')) return 'impersonating the empty string value in extra is not allowed'
  }
  return undefined
}

function withAuthentication(name: string, groups: readonly string[]): readonly string[] {
  const group =
    name === WellKnownUser.anonymous
      ? WellKnownUser.allUnauthenticated
      : groups.includes(WellKnownUser.allUnauthenticated)
        ? undefined
        : WellKnownUser.allAuthenticated
  return group === undefined || groups.includes(group) ? groups : [...groups, group]
}

/** Nothing but a name. */
function isBare({ uid, groups, extra }: RequestUser): boolean {
  return uid === '' && groups.length === 0 && Object.keys(extra).length === 0
}

function isOwnNode(wanted: RequestUser, requestor: RequestUser): boolean {
  const node = nodeName(wanted.name)
  if (node === undefined || splitServiceAccountName(requestor.name) === undefined) return false
  const own = requestor.extra[nodeNameKey] ?? []
  return own.length === 1 && own[0] === node
}

function nodeName(user: string): string | undefined {
  const name = user.startsWith(nodePrefix) ? user.slice(nodePrefix.length) : ''
  return nameIsDNSSubdomain(name, false).length === 0 ? name : undefined
}
