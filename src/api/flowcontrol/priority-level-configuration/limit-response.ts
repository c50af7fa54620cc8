import { type FieldError, forbidden, invalid, notSupported, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isSet } from '../../validation/go-values.js'
import type { LimitResponse, QueuingConfiguration } from '../v1/types.gen.js'

const maxQueues = 10_000_000
const maxHashBits = 60

/** Checks what happens to requests that cannot be served at once. */
export function validateLimitResponse(response: LimitResponse | null | undefined, path: FieldPath): FieldError[] {
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
      return [required(path.child('type'), '')]
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
