import { yamlToJSON } from 'apimachinery/runtime/serializer/yaml'
import { type ErrorList, fieldPath, invalid, toAggregate } from 'apimachinery/validation'
import { listField, objectField, refuseUnknown } from '../internal/file-fields.js'
import type { AnonymousOptions } from './anonymous.js'
import { AuthenticationError } from './authentication-error.js'
import type { JWTAuthenticatorConfig } from './oidc/jwt-configuration.js'
import { issuerProblems } from './oidc/validate-jwt-configuration.js'

/** The file of `--authentication-config`. */
export interface AuthenticationConfiguration {
  readonly jwt: readonly JWTAuthenticatorConfig[]
  /** Absent if the file does not set it. */
  readonly anonymous: boolean | AnonymousOptions | undefined
}

const versions = ['v1', 'v1beta1', 'v1alpha1']

/**
 * Reads an `AuthenticationConfiguration` from YAML or JSON. Throws `AuthenticationError` with the paths of what is wrong. `disallowed`: issuers that
 * are the server's own.
 *
 * Source: k8s.io/apiserver/pkg/apis/apiserver.
 */
export function parseAuthenticationConfiguration(
  text: string,
  disallowed: readonly string[] = [],
): AuthenticationConfiguration {
  const { apiVersion, kind, jwt, anonymous, ...more } = objectField('', yamlToJSON(text, { strict: true }))
  const version = String(apiVersion ?? '').replace(/^apiserver\.config\.k8s\.io\//, '')
  if (kind !== 'AuthenticationConfiguration' || !versions.includes(version)) {
    throw new AuthenticationError('expected kind AuthenticationConfiguration of apiserver.config.k8s.io/v1')
  }
  refuseUnknown('', more)
  // `issuerProblems` tells where an entry has another shape.
  const issuers = listField('jwt', jwt).map((each, index) =>
    objectField(`jwt[${index}]`, each),
  ) as unknown as JWTAuthenticatorConfig[]
  const problems = toAggregate([...issuerProblems(issuers, disallowed), ...anonymousProblems(anonymous)])
  if (problems !== undefined) throw problems
  return { jwt: issuers, anonymous: anonymousOf(anonymous) }
}

function anonymousProblems(value: unknown): ErrorList {
  const { enabled, conditions = [] }: AnonymousFields = value ?? {}
  if (enabled === true || conditions.length === 0) return []
  const shown = conditions.map(({ path = '' }) => ({ Path: path }))
  const why = 'enabled should be set to true when conditions are defined'
  return [invalid(fieldPath('anonymous', 'conditions'), shown, why)]
}

interface AnonymousFields {
  readonly enabled?: boolean | undefined
  readonly conditions?: readonly { readonly path?: string }[]
}

function anonymousOf(value: unknown): boolean | AnonymousOptions | undefined {
  if (value === undefined || value === null) return undefined
  const { enabled, conditions = [] }: AnonymousFields = value
  if (enabled !== true) return false
  return conditions.length > 0 ? { paths: conditions.map(({ path }) => path ?? '') } : true
}
