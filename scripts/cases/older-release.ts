import { isQualifiedName } from '../../src/validation/qualified-name.js'

interface Cause {
  readonly reason?: string
  readonly message?: string
  readonly field?: string
}

interface Status {
  readonly message: string
  readonly details: { readonly causes: readonly Cause[] }
}

interface Given {
  readonly answer?: object
}

/**
 * What the release whose answers were recorded (1.36) says where this library follows 1.37, which says it in other words;
 * `undefined` where the two say the same. `docs/conformance.md` lists these differences.
 */
export function asOlderRelease(given: unknown): unknown {
  const { answer } = given as Given
  if (answer === undefined) return undefined
  const older = isInvalid(answer) ? olderStatus(answer) : olderObject(answer)
  return older === undefined ? undefined : { ...(given as object), answer: older }
}

function isInvalid(answer: object): answer is Status {
  return Array.isArray((answer as { details?: { causes?: unknown } }).details?.causes)
}

/** Owner references are named by index, and what is missing in them is required. */
function olderStatus(status: Status): Status | undefined {
  const causes = status.details.causes.flatMap((cause) => conditionCauses(cause) ?? [olderCause(cause)])
  if (causes.every((cause, i) => cause === status.details.causes[i])) return undefined
  const messages = [...new Set(causes.map(({ field, message }) => `${field}: ${message}`))]
  const [subject] = status.message.split(' is invalid: ', 1)
  const found = messages.length > 1 ? `[${messages.join(', ')}]` : messages[0]
  return { ...status, message: `${subject} is invalid: ${found}`, details: { ...status.details, causes } }
}

/** A condition without type or status has a wrong one; `undefined` for all other causes. */
function conditionCauses({ field = '', message }: Cause): readonly Cause[] | undefined {
  const [, name] = /^status\.conditions\[\d+\]\.(status|type)$/.exec(field) ?? []
  if (name === undefined || !message?.startsWith('Required value')) return undefined
  if (name === 'type') {
    return isQualifiedName('').map((problem) => ({
      reason: 'FieldValueInvalid',
      message: `Invalid value: "": ${problem}`,
      field,
    }))
  }
  const unsupported = 'Unsupported value: "": supported values: "False", "True", "Unknown"'
  return [{ reason: 'FieldValueNotSupported', message: unsupported, field }]
}

function olderCause(cause: Cause): Cause {
  const [, field] = /^metadata\.ownerReferences\[\d+\](?:\.(\w+))?$/.exec(cause.field ?? '') ?? []
  if (!cause.field?.startsWith('metadata.ownerReferences[')) return cause
  if (field === undefined) return { ...cause, field: 'metadata.ownerReferences' }
  const [, value = '""'] = /^Invalid value: ("[^"]*"): /.exec(cause.message ?? '') ?? []
  const what = field === 'apiVersion' ? 'version must not be empty' : 'must not be empty'
  const message = `Invalid value: ${value}: ${what}`
  return { reason: 'FieldValueInvalid', message, field: `metadata.ownerReferences.${field}` }
}

/** CSINode has a status. */
function olderObject(answer: object): object | undefined {
  const { kind, status, ...rest } = answer as { kind?: string; status?: object }
  if (kind !== 'CSINode' || JSON.stringify(status) !== '{}') return undefined
  return { kind, ...rest }
}
