import { isDNS1035Label } from '../../../validation/dns-names.js'
import { type FieldError, forbidden, invalid, notSupported, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isOneSequence } from '../../validation/der.js'
import { isSet, textsOf } from '../../validation/go-values.js'
import { bytesOfText, pemBlocks } from '../../validation/pem.js'
import { validateWebhookService, validateWebhookURL } from '../../validation/webhook-client.js'
import type { CustomResourceConversion, WebhookClientConfig } from '../v1/types.gen.js'

const strategies = ['None', 'Webhook']
const reviewVersions = ['v1', 'v1beta1']

/** What of the conversion is required only of some definitions. */
export interface ConversionRequirements {
  readonly reviewVersion: boolean
  readonly validCABundle: boolean
}

/** Checks how objects are converted between versions. */
export function validateConversion(
  conversion: CustomResourceConversion | null | undefined,
  path: FieldPath,
  { reviewVersion, validCABundle }: ConversionRequirements,
): FieldError[] {
  if (!isSet(conversion)) return []
  const strategy = conversion.strategy ?? ''
  const { webhook } = conversion
  const versionsPath = path.child('conversionReviewVersions')
  const errors = strategyErrors(strategy, path.child('strategy'))
  if (strategy === 'Webhook') {
    const clientPath = path.child('webhookClientConfig')
    errors.push(...clientErrors(webhook?.clientConfig, clientPath))
    const bundle = webhook?.clientConfig?.caBundle
    if (validCABundle && bundle) errors.push(...caBundleErrors(bundle, clientPath.child('caBundle')))
    const versions = textsOf(webhook?.conversionReviewVersions)
    errors.push(...reviewVersionErrors(versions, versionsPath))
    if (!reviewVersion || hasReviewVersion(versions)) return errors
    return [...errors, invalid(versionsPath, versions, `must include at least one of ${reviewVersions.join(', ')}`)]
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
  // Upstream passes the two in the wrong order.
  const port = service.port ?? 0
  const { name, namespace } = service
  const swapped = { ...service, name: namespace ?? '', namespace: name ?? '', port: port ?? 0 }
  return validateWebhookService(swapped, path.child('service'))
}

function reviewVersionErrors(versions: readonly string[], path: FieldPath): FieldError[] {
  if (versions.length === 0) return [required(path, '')]
  const seen = new Set<string>()
  return versions.flatMap((version, i) => {
    if (seen.has(version)) return [invalid(path.index(i), version, 'duplicate version')]
    seen.add(version)
    return isDNS1035Label(version).map((problem) => invalid(path.index(i), version, problem))
  })
}

/** Reports whether a webhook takes reviews that a server can write; one that says nothing takes them. */
export function hasReviewVersion(versions: readonly string[]): boolean {
  return versions.length === 0 || reviewVersions.some((version) => versions.includes(version))
}

/** Says what is wrong with the certificates of an authority, in Go's words. */
export function caBundleErrors(bundle: string | undefined, path: FieldPath): FieldError[] {
  const problem = certificatesProblem(bytesOfText(bundle))
  return problem === undefined ? [] : [invalid(path, bundle, `unable to load root certificates: ${problem}`)]
}

function certificatesProblem(pem: Uint8Array): string | undefined {
  // What has headers is no plain certificate. What is in a certificate is for those who call the webhook.
  const blocks = pemBlocks(pem).filter(({ type, hasHeaders }) => type === 'CERTIFICATE' && !hasHeaders)
  if (blocks.length === 0) return 'unable to parse bytes as PEM block'
  return blocks.every(({ bytes }) => isOneSequence(bytes)) ? undefined : 'x509: malformed certificate'
}
