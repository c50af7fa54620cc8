import { yamlToJSON } from 'apimachinery/runtime/serializer/yaml'
import { parseDuration } from 'apimachinery/scalar'
import { toAggregate } from 'apimachinery/validation'
import { listField, objectField, refuseUnknown, stringField, wrongType } from '../internal/file-fields.js'
import { AuthorizationError } from './authorization-error.js'
import { ReviewConditions } from './review-conditions.js'
import {
  type AuthorizerFields,
  authorizationProblems,
  type WebhookFields,
} from './validate-authorization-configuration.js'

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

/**
 * Reads an `AuthorizationConfiguration` from YAML or JSON. Throws `AuthorizationError` with the paths of what is wrong.
 *
 * Source: k8s.io/apiserver/pkg/apis/apiserver.
 */
export function parseAuthorizationConfiguration(text: string): AuthorizerConfiguration[] {
  const { apiVersion, kind, authorizers, ...more } = objectField('', yamlToJSON(text, { strict: true }))
  const version = String(apiVersion ?? '').replace(/^apiserver\.config\.k8s\.io\//, '')
  if (kind !== 'AuthorizationConfiguration' || !versions.includes(version)) {
    throw new AuthorizationError('expected kind AuthorizationConfiguration of apiserver.config.k8s.io/v1')
  }
  refuseUnknown('', more)
  const found = listField('authorizers', authorizers).map((each, index) => authorizerOf(`authorizers[${index}]`, each))
  const problems = toAggregate(authorizationProblems(found))
  if (problems !== undefined) throw problems
  return found.map(configurationOf)
}

function configurationOf({ type, name, webhook }: AuthorizerFields): AuthorizerConfiguration {
  if (webhook === undefined) return { type, name } as AuthorizerConfiguration
  const milliseconds = (time: bigint): number => Number(time) / 1e6
  return {
    type: 'Webhook',
    name,
    kubeConfigFile: webhook.connectionInfo.kubeConfigFile,
    version: webhook.subjectAccessReviewVersion as 'v1' | 'v1beta1',
    timeout: milliseconds(webhook.timeout),
    authorizedTTL: webhook.cacheAuthorizedRequests ? milliseconds(webhook.authorizedTTL) : 0,
    unauthorizedTTL: webhook.cacheUnauthorizedRequests ? milliseconds(webhook.unauthorizedTTL) : 0,
    decisionOnError: webhook.failurePolicy === 'Deny' ? 'deny' : 'no-opinion',
    conditions: new ReviewConditions(webhook.matchConditions),
  }
}

function authorizerOf(path: string, value: unknown): AuthorizerFields {
  const { type, name, webhook, ...more } = objectField(path, value)
  refuseUnknown(path, more)
  const isGiven = webhook !== undefined && webhook !== null
  return {
    type: stringField(`${path}.type`, type),
    name: stringField(`${path}.name`, name),
    webhook: isGiven ? webhookOf(`${path}.webhook`, webhook) : undefined,
  }
}

/** With defaults: five minutes, half a minute, and both are remembered. */
function webhookOf(path: string, value: unknown): WebhookFields {
  const fields = objectField(path, value)
  const { connectionInfo, matchConditions, timeout, authorizedTTL, unauthorizedTTL, ...others } = fields
  const { subjectAccessReviewVersion, matchConditionSubjectAccessReviewVersion, failurePolicy, ...flags } = others
  const { cacheAuthorizedRequests, cacheUnauthorizedRequests, ...more } = flags
  refuseUnknown(path, more)
  const conditions = listField(`${path}.matchConditions`, matchConditions)
  return {
    timeout: timeOf(`${path}.timeout`, timeout),
    authorizedTTL: timeOf(`${path}.authorizedTTL`, authorizedTTL) || 300_000_000_000n,
    unauthorizedTTL: timeOf(`${path}.unauthorizedTTL`, unauthorizedTTL) || 30_000_000_000n,
    cacheAuthorizedRequests: flagOf(`${path}.cacheAuthorizedRequests`, cacheAuthorizedRequests),
    cacheUnauthorizedRequests: flagOf(`${path}.cacheUnauthorizedRequests`, cacheUnauthorizedRequests),
    subjectAccessReviewVersion: stringField(`${path}.subjectAccessReviewVersion`, subjectAccessReviewVersion),
    matchConditionSubjectAccessReviewVersion: stringField(`${path}.version`, matchConditionSubjectAccessReviewVersion),
    failurePolicy: stringField(`${path}.failurePolicy`, failurePolicy),
    connectionInfo: connectionOf(`${path}.connectionInfo`, connectionInfo ?? {}),
    matchConditions: conditions.map((each, index) => conditionOf(`${path}.matchConditions[${index}]`, each)),
  }
}

function connectionOf(path: string, value: unknown): WebhookFields['connectionInfo'] {
  const { type, kubeConfigFile, ...more } = objectField(path, value)
  refuseUnknown(path, more)
  const isGiven = kubeConfigFile !== undefined && kubeConfigFile !== null
  return {
    type: stringField(`${path}.type`, type),
    kubeConfigFile: isGiven ? stringField(`${path}.kubeConfigFile`, kubeConfigFile) : undefined,
  }
}

function conditionOf(path: string, value: unknown): string {
  const { expression, ...more } = objectField(path, value)
  refuseUnknown(path, more)
  return stringField(`${path}.expression`, expression)
}

function timeOf(path: string, value: unknown): bigint {
  const text = stringField(path, value)
  return text === '' ? 0n : parseDuration(text)
}

function flagOf(path: string, value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value !== 'boolean') throw wrongType(path, 'boolean')
  return value
}
