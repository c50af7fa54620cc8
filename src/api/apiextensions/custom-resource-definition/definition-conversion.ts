import { decodeBase64 } from '../../../scalar/base64.js'
import { isDNS1035Label } from '../../../validation/dns-names.js'
import { type FieldError, forbidden, invalid, notSupported, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isSet, textsOf } from '../../validation/go-values.js'
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
  const problem = certificatesProblem(decodeBase64(bundle ?? ''))
  return problem === undefined ? [] : [invalid(path, bundle, `unable to load root certificates: ${problem}`)]
}

const block = /^-----BEGIN ([^\n]*?)-----[ \t\r]*\n([\s\S]*?)^-----END \1-----[ \t\r]*$/gm

function certificatesProblem(pem: Uint8Array): string | undefined {
  let found = false
  for (const [, type, body = ''] of new TextDecoder('latin1').decode(pem).matchAll(block)) {
    // What has headers is no plain certificate.
    if (type !== 'CERTIFICATE' || body.includes(':')) continue
    found = true
    if (!isSequence(body.replace(/\s/g, ''))) return 'x509: malformed certificate'
  }
  return found ? undefined : 'unable to parse bytes as PEM block'
}

/** A certificate is a sequence that fills its bytes; what is in it is for those who call the webhook. */
function isSequence(base64: string): boolean {
  const der = decodeBase64(base64)
  const [tag, first = 0] = der
  if (tag !== 0x30) return false
  if (first < 0x80) return der.length === 2 + first
  const digits = der.subarray(2, 2 + (first & 0x7f))
  return der.length === 2 + digits.length + digits.reduce((sum, digit) => sum * 256 + digit, 0)
}
