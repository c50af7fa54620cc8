import { messageOf } from 'apimachinery/errors'
import { WellKnownUser } from '../authentication/authenticator.js'
import { AuthorizationError } from './authorization-error.js'

/** Who may do what, as the authorizer compares it. Source: `PolicySpec` of pkg/apis/abac in Kubernetes. */
export interface AbacPolicy {
  /** Empty for any member of the group. */
  readonly user: string
  /** Empty for any groups of the user. */
  readonly group: string
  readonly readonly: boolean
  readonly apiGroup: string
  readonly resource: string
  readonly namespace: string
  /** Empty for none; a `*` at the end matches any suffix. */
  readonly nonResourcePath: string
}

const group = 'abac.authorization.kubernetes.io'
const textFields = ['user', 'group', 'apiGroup', 'resource', 'namespace', 'nonResourcePath'] as const

/**
 * Reads a file of policies: one JSON object a line, of version `v1beta1` or without one; blank lines and those that begin with `#` are
 * overlooked. Throws `AuthorizationError` with file and line.
 *
 * Source: `NewFromFile` of pkg/auth/authorizer/abac in Kubernetes.
 */
export function parseAbacPolicies(text: string, file: string): AbacPolicy[] {
  return text.split('\n').flatMap((line, index) => {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#')) return []
    try {
      return [policyOf(trimmed)]
    } catch (error) {
      throw new AuthorizationError(`error reading policy file ${file}, line ${index + 1}: ${line}: ${messageOf(error)}`)
    }
  })
}

function policyOf(line: string): AbacPolicy {
  const value = requireObject(JSON.parse(line))
  const { apiVersion, kind } = value
  if (apiVersion === `${group}/v1beta1` && kind === 'Policy') return versioned(requireObject(value.spec ?? {}))
  if (apiVersion !== undefined && kind !== undefined && kind !== 'Policy') {
    throw new AuthorizationError(
      `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`,
    )
  }
  return unversioned(value)
}

function versioned(value: Fields): AbacPolicy {
  return withAuthenticatedGroup(policyFields(value))
}

/** Source: conversions of pkg/apis/abac/v0: what is not said is anything. */
function unversioned(value: Fields): AbacPolicy {
  const policy = policyFields(value)
  const isAboutAll = policy.namespace === '' && policy.resource === ''
  return withAuthenticatedGroup({
    ...policy,
    user: policy.user === '' && policy.group === '' ? '*' : policy.user,
    apiGroup: '*',
    namespace: policy.namespace || '*',
    resource: policy.resource || '*',
    nonResourcePath: isAboutAll ? '*' : '',
  })
}

/** `*` means all authenticated users. */
function withAuthenticatedGroup(policy: AbacPolicy): AbacPolicy {
  if (policy.user !== '*' && policy.group !== '*') return policy
  return { ...policy, user: '', group: WellKnownUser.allAuthenticated }
}

type Fields = Readonly<Record<string, unknown>>

function policyFields(value: Fields): AbacPolicy {
  const texts = textFields.map((name) => {
    const text = value[name] ?? ''
    if (typeof text !== 'string') throw new AuthorizationError(`${name} is no string`)
    return [name, text] as const
  })
  const readonly = value.readonly ?? false
  if (typeof readonly !== 'boolean') throw new AuthorizationError('readonly is no boolean')
  return { ...(Object.fromEntries(texts) as Record<(typeof textFields)[number], string>), readonly }
}

function requireObject(value: unknown): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw new AuthorizationError('no JSON object')
}
