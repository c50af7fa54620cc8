import { yamlToJSON } from 'apimachinery/runtime/serializer/yaml'
import { parseDuration } from 'apimachinery/scalar'
import { ReviewConditions } from './review-conditions.js'

/** One authorizer of `--authorization-config`, in order. Times are milliseconds. */
export type AuthorizerConfiguration =
  | { readonly type: 'AlwaysAllow' | 'AlwaysDeny' | 'RBAC' | 'Node'; readonly name: string }
  | {
      readonly type: 'Webhook'
      readonly name: string
      /** `undefined` for the cluster that the server itself runs in. */
      readonly kubeConfigFile: string | undefined
      readonly version: 'v1' | 'v1beta1'
      readonly authorizedTTL: number
      readonly unauthorizedTTL: number
      readonly timeout: number
      readonly decisionOnError: 'deny' | 'no-opinion'
      readonly conditions: ReviewConditions
    }

const versions = ['v1', 'v1beta1', 'v1alpha1']

interface WebhookFields {
  readonly authorizedTTL?: string
  readonly cacheAuthorizedRequests?: boolean
  readonly unauthorizedTTL?: string
  readonly cacheUnauthorizedRequests?: boolean
  readonly timeout?: string
  readonly subjectAccessReviewVersion?: string
  readonly failurePolicy?: string
  readonly connectionInfo?: { readonly type?: string; readonly kubeConfigFile?: string }
  readonly matchConditions?: readonly { readonly expression?: string }[]
}

/**
 * Reads an `AuthorizationConfiguration` from YAML or JSON. Throws `Error` with the path of what is wrong.
 *
 * Source: k8s.io/apiserver/pkg/apis/apiserver.
 */
export function parseAuthorizationConfiguration(text: string): AuthorizerConfiguration[] {
  const value = yamlToJSON(text, { strict: true }) as Record<string, unknown> | null
  const version = String(value?.apiVersion ?? '').replace(/^apiserver\.config\.k8s\.io\//, '')
  if (value?.kind !== 'AuthorizationConfiguration' || !versions.includes(version)) {
    throw new Error('expected kind AuthorizationConfiguration of apiserver.config.k8s.io/v1')
  }
  const authorizers = value.authorizers as { type?: string; name?: string; webhook?: WebhookFields }[] | undefined
  if (!Array.isArray(authorizers) || authorizers.length === 0) {
    throw new Error('authorizers: Required value: at least one authorization mode must be defined')
  }
  const seen = new Set<string>()
  return authorizers.map(({ type = '', name = '', webhook }, index) => {
    const path = `authorizers[${index}]`
    if (type !== 'Webhook' && seen.has(type)) throw new Error(`${path}.type: Duplicate value: ${JSON.stringify(type)}`)
    seen.add(type)
    if (name === '') throw new Error(`${path}.name: Required value`)
    if (type === 'Webhook') return webhookOf(webhook, name, `${path}.webhook`)
    if (type === 'AlwaysAllow' || type === 'AlwaysDeny' || type === 'RBAC' || type === 'Node') return { type, name }
    throw new Error(`${path}.type: Unsupported value: ${JSON.stringify(type)}`)
  })
}

function webhookOf(fields: WebhookFields | undefined, name: string, path: string): AuthorizerConfiguration {
  if (fields === undefined) throw new Error(`${path}: Required value: required when type=Webhook`)
  const version = fields.subjectAccessReviewVersion
  if (version !== 'v1' && version !== 'v1beta1') {
    throw new Error(`${path}.subjectAccessReviewVersion: Unsupported value: ${JSON.stringify(version ?? '')}`)
  }
  const { failurePolicy, connectionInfo } = fields
  if (failurePolicy !== 'NoOpinion' && failurePolicy !== 'Deny') {
    throw new Error(`${path}.failurePolicy: Unsupported value: ${JSON.stringify(failurePolicy ?? '')}`)
  }
  if (connectionInfo?.type !== 'KubeConfigFile' && connectionInfo?.type !== 'InClusterConfig') {
    throw new Error(`${path}.connectionInfo.type: Unsupported value: ${JSON.stringify(connectionInfo?.type ?? '')}`)
  }
  if ((connectionInfo.type === 'KubeConfigFile') !== Boolean(connectionInfo.kubeConfigFile)) {
    throw new Error(`${path}.connectionInfo.kubeConfigFile: Required value`)
  }
  const timeout = milliseconds(fields.timeout, `${path}.timeout`)
  if (timeout <= 0 || timeout > 30_000)
    throw new Error(`${path}.timeout: Invalid value: ${fields.timeout}: must be > 0s and <= 30s`)
  const ttl = (field: 'authorizedTTL' | 'unauthorizedTTL', on: boolean | undefined): number =>
    on === false ? 0 : milliseconds(fields[field], `${path}.${field}`)
  return {
    type: 'Webhook',
    name,
    kubeConfigFile: connectionInfo.kubeConfigFile,
    version,
    timeout,
    authorizedTTL: ttl('authorizedTTL', fields.cacheAuthorizedRequests),
    unauthorizedTTL: ttl('unauthorizedTTL', fields.cacheUnauthorizedRequests),
    decisionOnError: failurePolicy === 'Deny' ? 'deny' : 'no-opinion',
    conditions: conditionsOf(fields, path),
  }
}

function conditionsOf({ matchConditions = [] }: WebhookFields, path: string): ReviewConditions {
  try {
    return new ReviewConditions(matchConditions.map(({ expression = '' }) => expression))
  } catch (error) {
    throw new Error(`${path}.${(error as Error).message}`)
  }
}

function milliseconds(text: string | undefined, path: string): number {
  if (text === undefined) throw new Error(`${path}: Required value`)
  try {
    return Number(parseDuration(text)) / 1e6
  } catch (error) {
    throw new Error(`${path}: Invalid value: ${JSON.stringify(text)}: ${(error as Error).message}`)
  }
}
