import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { messageOf } from 'apimachinery/errors'
import { formatDuration } from 'apimachinery/scalar'
import {
  duplicate,
  type ErrorList,
  type FieldPath,
  fieldPath,
  invalid,
  isDNS1123Subdomain,
  notSupported,
  required,
  tooMany,
} from 'apimachinery/validation'
import { requiredChoice } from '../internal/required-choice.js'
import { compileCondition } from './review-conditions.js'

/** A webhook of the file, with defaults. Times are nanoseconds; 0 where absent. */
export interface WebhookFields {
  readonly timeout: bigint
  readonly authorizedTTL: bigint
  readonly cacheAuthorizedRequests: boolean
  readonly unauthorizedTTL: bigint
  readonly cacheUnauthorizedRequests: boolean
  readonly subjectAccessReviewVersion: string
  readonly matchConditionSubjectAccessReviewVersion: string
  readonly failurePolicy: string
  readonly connectionInfo: { readonly type: string; readonly kubeConfigFile: string | undefined }
  readonly matchConditions: readonly string[]
}

/** An authorizer of the file. */
export interface AuthorizerFields {
  readonly type: string
  readonly name: string
  readonly webhook: WebhookFields | undefined
}

/** Types of authorizers, in the order of messages. */
export const authorizerTypes = ['AlwaysAllow', 'AlwaysDeny', 'Node', 'RBAC', 'Webhook'] as const

const maxTimeout = 30_000_000_000n

/** What is wrong with the authorizers. Source: `ValidateAuthorizationConfiguration` of k8s.io/apiserver/pkg/apis/apiserver/validation. */
export function authorizationProblems(authorizers: readonly AuthorizerFields[]): ErrorList {
  const path = fieldPath('authorizers')
  if (authorizers.length === 0) return [required(path, 'at least one authorization mode must be defined')]
  const types = new Set<string>()
  const names = new Set<string>()
  return authorizers.flatMap((authorizer, index) => {
    const at = path.index(index)
    const problems = typeProblems(authorizer.type, types, at.child('type'))
    if (problems.length > 0) return problems
    types.add(authorizer.type)
    const named = nameProblems(authorizer.name, names, at.child('name'))
    names.add(authorizer.name)
    return [...named, ...partProblems(authorizer, at)]
  })
}

function typeProblems(type: string, seen: ReadonlySet<string>, path: FieldPath): ErrorList {
  const isRepeated = seen.has(type) && type !== 'Webhook'
  return isRepeated ? [duplicate(path, type)] : requiredChoice(type, path, authorizerTypes)
}

function nameProblems(name: string, seen: ReadonlySet<string>, path: FieldPath): ErrorList {
  if (name === '') return [required(path, '')]
  if (seen.has(name)) return [duplicate(path, name)]
  const words = isDNS1123Subdomain(name)
  return words.length === 0 ? [] : [invalid(path, name, `authorizer name is invalid: ${words.join(', ')}`)]
}

function partProblems({ type, webhook }: AuthorizerFields, path: FieldPath): ErrorList {
  const at = path.child('webhook')
  if (type !== 'Webhook') {
    return webhook === undefined ? [] : [invalid(at, 'non-null', 'may only be specified when type=Webhook')]
  }
  return webhook === undefined ? [required(at, 'required when type=Webhook')] : webhookProblems(webhook, path)
}

/** Paths name the authorizer and not its webhook, as upstream. */
function webhookProblems(webhook: WebhookFields, path: FieldPath): ErrorList {
  const { timeout, authorizedTTL, unauthorizedTTL, failurePolicy, matchConditions } = webhook
  const version = webhook.subjectAccessReviewVersion
  const conditionVersion = webhook.matchConditionSubjectAccessReviewVersion
  const conditionPath = path.child('matchConditionSubjectAccessReviewVersion')
  const needsVersion = conditionVersion === '' && matchConditions.length > 0
  return [
    ...timeProblems(timeout, path.child('timeout'), maxTimeout),
    ...timeProblems(authorizedTTL, path.child('authorizedTTL')),
    ...timeProblems(unauthorizedTTL, path.child('unauthorizedTTL')),
    ...requiredChoice(version, path.child('subjectAccessReviewVersion'), ['v1', 'v1beta1']),
    ...(needsVersion ? [required(conditionPath, 'required if match conditions are specified')] : []),
    ...(conditionVersion === '' ? [] : requiredChoice(conditionVersion, conditionPath, ['v1'])),
    ...requiredChoice(failurePolicy, path.child('failurePolicy'), ['NoOpinion', 'Deny']),
    ...connectionProblems(webhook.connectionInfo, path.child('connectionInfo')),
    ...conditionProblems(matchConditions, path.child('matchConditions')),
  ]
}

function timeProblems(time: bigint, path: FieldPath, most?: bigint): ErrorList {
  if (time === 0n) return [required(path, '')]
  if (time > 0n && (most === undefined || time <= most)) return []
  return [invalid(path, formatDuration(time), most === undefined ? 'must be > 0s' : 'must be > 0s and <= 30s')]
}

function connectionProblems({ type, kubeConfigFile }: WebhookFields['connectionInfo'], path: FieldPath): ErrorList {
  const file = path.child('kubeConfigFile')
  switch (type) {
    case '':
      return [required(path.child('type'), '')]
    case 'InClusterConfig':
      return kubeConfigFile === undefined
        ? []
        : [invalid(file, kubeConfigFile, 'can only be set when type=KubeConfigFile')]
    case 'KubeConfigFile':
      return fileProblems(kubeConfigFile ?? '', file)
    default: {
      // Go shows the struct that the type is in.
      const shown = { Type: type, KubeConfigFile: kubeConfigFile ?? null }
      return [notSupported(path.child('type'), shown, ['InClusterConfig', 'KubeConfigFile'])]
    }
  }
}

function fileProblems(file: string, path: FieldPath): ErrorList {
  if (file === '') return [required(path, '')]
  if (!isAbsolute(file)) return [invalid(path, file, 'must be an absolute path')]
  try {
    return statSync(file).isFile() ? [] : [invalid(path, file, 'must be a regular file')]
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? `stat ${file}: no such file or directory` : messageOf(error)
    return [invalid(path, file, `error loading file: ${why}`)]
  }
}

function conditionProblems(expressions: readonly string[], path: FieldPath): ErrorList {
  if (expressions.length > 64) return [tooMany(path, expressions.length, 64)]
  const seen = new Set<string>()
  return expressions.flatMap((expression, index) => {
    const at = path.index(index).child('expression')
    if (expression.trim() === '') return [required(at, '')]
    if (seen.has(expression)) return [duplicate(at, expression)]
    seen.add(expression)
    const { issues } = compileCondition(expression)
    return issues === undefined ? [] : [invalid(at, expression, issues)]
  })
}
