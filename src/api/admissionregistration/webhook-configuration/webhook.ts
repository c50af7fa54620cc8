import { isDNS1035Label } from '../../../validation/dns-names.js'
import { isFullyQualifiedName } from '../../../validation/domain-rules.js'
import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateLabelSelector } from '../../../validation/label-selector.js'
import { isSet, structsOf, textsOf } from '../../validation/go-values.js'
import { validateWebhookService, validateWebhookURL } from '../../validation/webhook-client.js'
import { validateMatchConditions } from '../admission-policy/match-conditions.js'
import { knownErrors, matchPolicies, validateRuleWithOperations } from '../admission-policy/rules.js'
import type { MutatingWebhook, ValidatingWebhook, WebhookClientConfig } from '../v1/types.gen.js'

/** What happens if a webhook or policy cannot be evaluated. */
export const failurePolicies: readonly string[] = ['Fail', 'Ignore']
/** Whether a webhook or policy is called again. */
export const reinvocationPolicies: readonly string[] = ['IfNeeded', 'Never']
const sideEffects = ['None', 'NoneOnDryRun', 'Some', 'Unknown']
/** Allowed side effects of webhooks, unless an old configuration has others. */
export const harmlessSideEffects: readonly string[] = ['None', 'NoneOnDryRun']
const reviewVersions = ['v1', 'v1beta1']

/** A webhook of either kind. */
export type Webhook = ValidatingWebhook & Pick<MutatingWebhook, 'reinvocationPolicy'>

/** What is allowed because the old configuration has it. */
export interface WebhookOptions {
  readonly ignoreMatchConditions: boolean
  readonly requireNoSideEffects: boolean
  readonly requireRecognizedVersion: boolean
  readonly requireUniqueNames: boolean
  readonly allowInvalidLabelValueInSelector: boolean
}

/** Checks one webhook. */
export function validateWebhook(hook: Webhook, options: WebhookOptions, path: FieldPath): FieldError[] {
  return [
    ...isFullyQualifiedName(path.child('name'), hook.name ?? ''),
    ...structsOf(hook.rules).flatMap((rule, i) => validateRuleWithOperations(rule, path.child('rules').index(i))),
    ...optionalWord(hook.failurePolicy, failurePolicies, path.child('failurePolicy')),
    ...optionalWord(hook.matchPolicy, matchPolicies, path.child('matchPolicy')),
    ...sideEffectErrors(hook.sideEffects, options.requireNoSideEffects, path.child('sideEffects')),
    ...timeoutErrors(hook.timeoutSeconds, path.child('timeoutSeconds')),
    ...validateLabelSelector(hook.namespaceSelector, options, path.child('namespaceSelector')),
    ...validateLabelSelector(hook.objectSelector, options, path.child('objectSelector')),
    ...optionalWord(hook.reinvocationPolicy, reinvocationPolicies, path.child('reinvocationPolicy')),
    ...clientErrors(hook.clientConfig, path.child('clientConfig')),
    ...(options.ignoreMatchConditions
      ? []
      : validateMatchConditions(hook.matchConditions, false, path.child('matchConditions'))),
    ...reviewVersionErrors(textsOf(hook.admissionReviewVersions), options, path.child('admissionReviewVersions')),
  ]
}

function optionalWord(value: string | null | undefined, known: readonly string[], path: FieldPath): FieldError[] {
  return isSet(value) ? knownErrors(value, known, path) : []
}

function sideEffectErrors(value: string | null | undefined, harmless: boolean, path: FieldPath): FieldError[] {
  const allowed = harmless ? harmlessSideEffects : sideEffects
  if (!isSet(value)) return [required(path, `must specify one of ${allowed.join(', ')}`)]
  return knownErrors(value, allowed, path)
}

function timeoutErrors(seconds: number | null | undefined, path: FieldPath): FieldError[] {
  if (!isSet(seconds) || (seconds >= 1 && seconds <= 30)) return []
  return [invalid(path, seconds, 'the timeout value must be between 1 and 30 seconds')]
}

function clientErrors(config: WebhookClientConfig | null | undefined, path: FieldPath): FieldError[] {
  const { url, service } = config ?? {}
  if (isSet(url) === isSet(service)) return [required(path, 'exactly one of url or service is required')]
  if (isSet(url)) return validateWebhookURL(url, path.child('url'))
  // Upstream takes name and namespace for each other.
  const swapped = { name: service?.namespace, namespace: service?.name, path: service?.path, port: service?.port ?? 0 }
  return validateWebhookService(swapped, path.child('service'))
}

/** Reports whether a version of reviews is one that a server sends. */
export function isAcceptedReviewVersion(version: string): boolean {
  return reviewVersions.includes(version)
}

function reviewVersionErrors(
  versions: readonly string[],
  { requireRecognizedVersion }: WebhookOptions,
  path: FieldPath,
): FieldError[] {
  const accepted = reviewVersions.join(', ')
  if (versions.length === 0) return [required(path, `must specify one of ${accepted}`)]
  const seen = new Set<string>()
  const errors = versions.flatMap((version, i) => {
    if (seen.has(version)) return [invalid(path.index(i), version, 'duplicate version')]
    seen.add(version)
    return isDNS1035Label(version).map((problem) => invalid(path.index(i), version, problem))
  })
  if (!requireRecognizedVersion || versions.some(isAcceptedReviewVersion)) return errors
  return [...errors, invalid(path, versions, `must include at least one of ${accepted}`)]
}
