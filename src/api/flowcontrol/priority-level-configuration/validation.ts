import { deepEqual } from '../../../descriptor/deep-equal.js'
import { type FieldError, forbidden, invalid, notSupported, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { isSet, memberOf } from '../../validation/go-values.js'
import { invalidInternal } from '../../validation/internal-text.js'
import { validateObjectMeta } from '../../validation/object-meta.js'
import { validateFlowControlConditions } from '../conditions.js'
import { priorityLevelConfigurationSpecDescriptor } from '../v1/descriptors.gen.js'
import type {
  ExemptPriorityLevelConfiguration,
  LimitedPriorityLevelConfiguration,
  LimitResponse,
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
  QueuingConfiguration,
} from '../v1/types.gen.js'

const maxQueues = 10_000_000
const maxHashBits = 60

/** Checks what happens to requests that cannot be served at once. */
function validateLimitResponse(response: LimitResponse | null | undefined, path: FieldPath): FieldError[] {
  const type = response?.type ?? ''
  const queuing = response?.queuing
  const queuingPath = path.child('queuing')
  switch (type) {
    case 'Reject':
      if (!isSet(queuing)) return []
      return [forbidden(queuingPath, 'must be nil if limited.limitResponse.type is not Limited')]
    case 'Queue':
      if (isSet(queuing)) return queuingErrors(queuing, queuingPath)
      return [required(queuingPath, 'must not be empty if limited.limitResponse.type is Limited')]
    case '':
      return [missingType(path.child('type'), ['Queue', 'Reject'])]
    default:
      return [notSupported(path.child('type'), type, ['Queue', 'Reject']).withJSONText()]
  }
}

function queuingErrors(queuing: QueuingConfiguration, path: FieldPath): FieldError[] {
  const limit = queuing.queueLengthLimit ?? 0
  const queues = queuing.queues ?? 0
  const errors = limit <= 0 ? [invalid(path.child('queueLengthLimit'), limit, 'must be positive')] : []
  if (queues <= 0) errors.push(invalid(path.child('queues'), queues, 'must be positive'))
  else if (queues > maxQueues) {
    errors.push(invalid(path.child('queues'), queues, `must not be greater than ${maxQueues}`))
  }
  const problem = handSizeProblem(queuing.handSize ?? 0, queues)
  if (problem !== undefined) errors.push(invalid(path.child('handSize'), queuing.handSize ?? 0, problem))
  return errors
}

function handSizeProblem(handSize: number, queues: number): string | undefined {
  if (handSize <= 0) return 'must be positive'
  if (handSize > queues) return `should not be greater than queues (${queues})`
  if (Math.ceil(Math.log2(queues) * handSize) <= maxHashBits) return undefined
  return `required entropy bits of deckSize ${queues} and handSize ${handSize} should not be greater than ${maxHashBits}`
}

const levelTypes = ['Exempt', 'Limited']
const roundTripAnnotation = 'flowcontrol.k8s.io/concurrency-shares-defaults-to-zero'
const percentRange = 'must be between 0 and 100, inclusive'

/** The level for what nothing else is about. */
const catchAll: PriorityLevelConfigurationSpec = {
  type: 'Limited',
  limited: { nominalConcurrencyShares: 5, lendablePercent: 0, limitResponse: { type: 'Reject' } },
}

/**
 * Checks a PriorityLevelConfiguration, new or changed.
 *
 * @param apiVersion - version of the request, after which messages name a field.
 */
export function validatePriorityLevelConfiguration(
  level: PriorityLevelConfiguration,
  apiVersion: string,
): readonly FieldError[] {
  const rules = { requiresNamespace: false, validateName: nameIsDNSSubdomain }
  const path = fieldPath('spec')
  const spec = level.spec ?? ({} as PriorityLevelConfigurationSpec)
  const name = level.metadata?.name ?? ''
  return [
    ...validateObjectMeta(level.metadata, rules, fieldPath('metadata')),
    ...annotationErrors(level),
    ...validateSpec(name, spec, { path, apiVersion }),
    ...mandatoryErrors(name, spec, path),
    ...validatePriorityLevelConfigurationStatus(level),
  ]
}

/** Checks the status of a PriorityLevelConfiguration. */
export function validatePriorityLevelConfigurationStatus(level: PriorityLevelConfiguration): readonly FieldError[] {
  return validateFlowControlConditions(level.status?.conditions, fieldPath('status', 'conditions'))
}

function annotationErrors({ metadata }: PriorityLevelConfiguration): FieldError[] {
  if (memberOf(metadata?.annotations, roundTripAnnotation) === undefined) return []
  return [forbidden(fieldPath('metadata', 'annotations'), `annotation '${roundTripAnnotation}' is forbidden`)]
}

function mandatoryErrors(name: string, spec: PriorityLevelConfigurationSpec, path: FieldPath): FieldError[] {
  const type = priorityLevelConfigurationSpecDescriptor
  if (name === 'exempt') {
    if (spec.type === 'Exempt' && !isSet(spec.limited)) return []
    const detail = "spec of 'exempt' except the 'spec.exempt' field must equal the fixed value"
    return [invalidInternal(path, { type, value: spec }, detail)]
  }
  if (name !== 'catch-all' || deepEqual(type, spec, catchAll)) return []
  return [invalidInternal(path, { type, value: spec }, "spec of 'catch-all' must equal the fixed value")]
}

function validateSpec(
  name: string,
  spec: PriorityLevelConfigurationSpec,
  { path, apiVersion }: { readonly path: FieldPath; readonly apiVersion: string },
): FieldError[] {
  const type = spec.type ?? ''
  const { limited, exempt } = spec
  const errors: FieldError[] = []
  if ((name === 'exempt') !== (type === 'Exempt')) {
    const detail = "must be 'Exempt' if and only if `name` is 'exempt'"
    errors.push(invalid(path.child('type'), type, detail).withJSONText())
  }
  const [limitedPath, exemptPath] = [path.child('limited'), path.child('exempt')]
  if (type === 'Exempt') {
    if (isSet(limited)) errors.push(forbidden(limitedPath, 'must be nil if the type is not Limited'))
    if (isSet(exempt)) errors.push(...exemptErrors(exempt, exemptPath))
  } else if (type === 'Limited') {
    if (isSet(exempt)) errors.push(forbidden(exemptPath, 'must be nil if the type is Limited'))
    if (!isSet(limited)) errors.push(required(limitedPath, 'must not be empty when type is Limited'))
    else errors.push(...limitedErrors(limited, limitedPath, apiVersion))
  } else if (type === '') errors.push(missingType(path.child('type'), levelTypes))
  else errors.push(notSupported(path.child('type'), type, levelTypes).withJSONText())
  return errors
}

function limitedErrors(limited: LimitedPriorityLevelConfiguration, path: FieldPath, apiVersion: string): FieldError[] {
  const { nominalConcurrencyShares: shares, lendablePercent: lendable, borrowingLimitPercent: borrowing } = limited
  const early = /\/v1beta[12]$/.test(apiVersion)
  const sharesPath = path.child(early ? 'assuredConcurrencyShares' : 'nominalConcurrencyShares')
  const errors = isSet(shares) && shares < 0 ? [invalid(sharesPath, shares, 'must be a non-negative integer')] : []
  errors.push(...validateLimitResponse(limited.limitResponse, path.child('limitResponse')))
  errors.push(...percentErrors(lendable, path.child('lendablePercent')))
  if (isSet(borrowing) && borrowing < 0) {
    const detail = 'if specified, must be a non-negative integer'
    errors.push(invalid(path.child('borrowingLimitPercent'), borrowing, detail))
  }
  return errors
}

function exemptErrors(exempt: ExemptPriorityLevelConfiguration, path: FieldPath): FieldError[] {
  const { nominalConcurrencyShares: shares, lendablePercent } = exempt
  const sharesPath = path.child('nominalConcurrencyShares')
  const errors = isSet(shares) && shares < 0 ? [invalid(sharesPath, shares, 'must be a non-negative integer')] : []
  return [...errors, ...percentErrors(lendablePercent, path.child('lendablePercent'))]
}

function percentErrors(percent: number | null | undefined, path: FieldPath): FieldError[] {
  if (!isSet(percent) || (percent >= 0 && percent <= 100)) return []
  return [invalid(path, percent, percentRange)]
}

/** In earlier releases a missing type is an unknown one. */
function missingType(path: FieldPath, known: readonly string[]): FieldError {
  return required(path, '').since(36, notSupported(path, '', known).withJSONText())
}
