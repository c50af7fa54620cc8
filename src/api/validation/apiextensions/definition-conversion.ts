import { isDNS1035Label } from '../../../validation/dns-names.js'
import { type FieldError, forbidden, invalid, notSupported, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import type { CustomResourceConversion, WebhookClientConfig } from '../../apiextensions/v1/types.gen.js'
import { isSet, textsOf } from '../go-values.js'
import { validateWebhookService, validateWebhookURL } from '../webhook-client.js'

const strategies = ['None', 'Webhook']
const reviewVersions = ['v1', 'v1beta1']

/** Checks how objects are converted between versions; the certificates of a webhook are not looked at. */
export function validateConversion(
  conversion: CustomResourceConversion | null | undefined,
  path: FieldPath,
): FieldError[] {
  if (!isSet(conversion)) return []
  const strategy = conversion.strategy ?? ''
  const { webhook } = conversion
  const versionsPath = path.child('conversionReviewVersions')
  const errors = strategyErrors(strategy, path.child('strategy'))
  if (strategy === 'Webhook') {
    errors.push(...clientErrors(webhook?.clientConfig, path.child('webhookClientConfig')))
    return [...errors, ...reviewVersionErrors(textsOf(webhook?.conversionReviewVersions), versionsPath)]
  }
  const detail = 'should not be set when strategy is not set to Webhook'
  if (isSet(webhook?.clientConfig)) errors.push(forbidden(path.child('webhookClientConfig'), detail))
  if (textsOf(webhook?.conversionReviewVersions).length > 0) errors.push(forbidden(versionsPath, detail))
  return errors
}

function strategyErrors(strategy: string, path: FieldPath): FieldError[] {
  if (strategy === '') return [required(path, '')]
  return strategies.includes(strategy) ? [] : [notSupported(path, strategy, strategies)]
}

function clientErrors(client: WebhookClientConfig | null | undefined, path: FieldPath): FieldError[] {
  if (!isSet(client)) return [required(path, 'required when strategy is set to Webhook')]
  const { url, service } = client
  if (isSet(url) === isSet(service)) return [required(path, 'exactly one of url or service is required')]
  if (isSet(url)) return validateWebhookURL(url, path.child('url'))
  if (!isSet(service)) return []
  // Upstream hands the two over in the wrong order.
  const port = service.port ?? 0
  const { name, namespace } = service
  const swapped = { ...service, name: namespace ?? '', namespace: name ?? '', port: port ?? 0 }
  return validateWebhookService(swapped, path.child('service'))
}

function reviewVersionErrors(versions: readonly string[], path: FieldPath): FieldError[] {
  if (versions.length === 0) return [required(path, '')]
  const seen = new Set<string>()
  const errors = versions.flatMap((version, i) => {
    if (seen.has(version)) return [invalid(path.index(i), version, 'duplicate version')]
    seen.add(version)
    return isDNS1035Label(version).map((problem) => invalid(path.index(i), version, problem))
  })
  if (reviewVersions.some((version) => seen.has(version))) return errors
  return [...errors, invalid(path, versions, `must include at least one of ${reviewVersions.join(', ')}`)]
}
