import { yamlToJSON } from 'apimachinery/runtime/serializer/yaml'
import type { AnonymousOptions } from './anonymous.js'
import { checkJWTConfig, type JWTAuthenticatorConfig } from './oidc/jwt-configuration.js'

/** The file of `--authentication-config`. */
export interface AuthenticationConfiguration {
  readonly jwt: readonly JWTAuthenticatorConfig[]
  /** Absent if the file does not set it. */
  readonly anonymous: boolean | AnonymousOptions | undefined
}

const versions = ['v1', 'v1beta1', 'v1alpha1']

/**
 * Reads an `AuthenticationConfiguration` from YAML or JSON. Throws `Error` with the path of what is wrong.
 *
 * Source: k8s.io/apiserver/pkg/apis/apiserver.
 */
export function parseAuthenticationConfiguration(text: string): AuthenticationConfiguration {
  const value = yamlToJSON(text, { strict: true }) as Record<string, unknown> | null
  const version = String(value?.apiVersion ?? '').replace(/^apiserver\.config\.k8s\.io\//, '')
  if (value?.kind !== 'AuthenticationConfiguration' || !versions.includes(version)) {
    throw new Error('expected kind AuthenticationConfiguration of apiserver.config.k8s.io/v1')
  }
  const jwt = (value.jwt ?? []) as JWTAuthenticatorConfig[]
  const issuers = new Set<string>()
  for (const [index, config] of jwt.entries()) {
    checkJWTConfig(config, `jwt[${index}]`)
    if (issuers.has(config.issuer.url)) {
      throw new Error(`jwt[${index}].issuer.url: Duplicate value: ${JSON.stringify(config.issuer.url)}`)
    }
    issuers.add(config.issuer.url)
  }
  return { jwt, anonymous: anonymousOf(value.anonymous) }
}

function anonymousOf(value: unknown): boolean | AnonymousOptions | undefined {
  if (value === undefined) return undefined
  const { enabled, conditions } = value as { enabled?: boolean; conditions?: readonly { path?: string }[] }
  if (enabled !== true) {
    if (conditions?.length) {
      throw new Error('anonymous.conditions: Invalid value: enabled should be set to true when conditions are defined')
    }
    return false
  }
  return conditions?.length ? { paths: conditions.map(({ path }) => path ?? '') } : true
}
