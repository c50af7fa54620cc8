import { isDNS1123Subdomain } from '../../validation/dns-names.js'
import { type FieldError, invalid, required } from '../../validation/field-error.js'
import type { FieldPath } from '../../validation/field-path.js'
import { isValidPortNum } from '../../validation/number-rules.js'
import { parseGoURL } from './go-url.js'
import { isSet } from './go-values.js'

const form = '; desired format: https://host[/path]'

/** Checks the URL of a webhook. */
export function validateWebhookURL(url: string, path: FieldPath): FieldError[] {
  const parsed = parseGoURL(url)
  if (parsed instanceof Error) return [required(path, `url must be a valid URL: ${parsed.message}${form}`)]
  const { scheme, host, user, fragment, query } = parsed
  const errors: FieldError[] = []
  if (scheme !== 'https') errors.push(invalid(path, scheme, `'https' is the only allowed URL scheme${form}`))
  if (host === '') errors.push(invalid(path, host, `host must be specified${form}`))
  if (user !== undefined) errors.push(invalid(path, user, 'user information is not permitted in the URL'))
  if (fragment !== '') errors.push(invalid(path, fragment, 'fragments are not permitted in the URL'))
  if (query !== '') errors.push(invalid(path, query, 'query parameters are not permitted in the URL'))
  return errors
}

/** The service that a webhook is. */
export interface WebhookService {
  readonly name: string | undefined
  readonly namespace: string | undefined
  readonly path?: string | null | undefined
  readonly port: number
}

/** Checks the service that a webhook is. */
export function validateWebhookService(service: WebhookService, path: FieldPath): FieldError[] {
  const { name, namespace, port } = service
  const errors: FieldError[] = []
  if (!name) errors.push(required(path.child('name'), ''))
  if (!namespace) errors.push(required(path.child('namespace'), ''))
  const problems = isValidPortNum(port)
  if (problems.length > 0) errors.push(invalid(path.child('port'), port, `port is not valid: ${problems.join(', ')}`))
  return isSet(service.path) ? [...errors, ...pathErrors(service.path, path.child('path'))] : errors
}

function pathErrors(url: string, path: FieldPath): FieldError[] {
  if (url === '' || url === '/') return []
  if (url === '//') return [invalid(path, url, 'segment[0] may not be empty')]
  const errors = url.startsWith('/') ? [] : [invalid(path, url, "must start with a '/'")]
  // Upstream always omits the first character.
  const steps = url.slice(1).replace(/\/$/, '').split('/')
  return [...errors, ...steps.flatMap((step, i) => stepProblems(step, i).map((problem) => invalid(path, url, problem)))]
}

function stepProblems(step: string, index: number): readonly string[] {
  if (step === '') return [`segment[${index}] may not be empty`]
  return isDNS1123Subdomain(step).map((problem) => `segment[${index}]: ${problem}`)
}
