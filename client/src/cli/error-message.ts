import { isMachineryError, isStatusError, messageOf, type Status } from 'apimachinery/errors'
import { isNoMatchError, type NoResourceMatchError } from 'apimachinery/meta'
import { isTransportError } from '../transport/transport-error.js'

/** The message of an error, as kubectl writes it. */
export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map((each: unknown) => oneOf(each)).join('\n')
  if (isStatusError(error) && error.status.reason === 'Invalid') return invalidMessage(error.status)
  if (isNoMatchError(error) && 'partialResource' in (error as object)) {
    return noResourceMessage((error as NoResourceMatchError).partialResource)
  }
  const message = oneOf(error)
  return isStatusError(error) || isTransportError(error) || message.startsWith('error: ')
    ? message
    : `error: ${message}`
}

function oneOf(error: unknown): string {
  if (isStatusError(error)) {
    const { reason, message = '' } = error.status
    if (reason === 'Unauthorized') return `error: You must be logged in to the server (${message})`
    return reason ? `Error from server (${reason}): ${message}` : `Error from server: ${message}`
  }
  if (isTransportError(error)) {
    const text = error.message
    const [, host] = /dial (\S+): .*ECONNREFUSED/.exec(text) ?? []
    if (host !== undefined) {
      return `The connection to the server ${host} was refused - did you specify the right host or port?`
    }
    return `Unable to connect to the server: ${text}`
  }
  return messageOf(error)
}

function invalidMessage({ details, message = '' }: Status): string {
  if (details === undefined) return `The request is invalid${message === '' ? '' : `: ${message}`}`
  const { kind = '', name = '', causes = [] } = details
  const isNamed = kind !== '' || name !== ''
  const plain = message !== '' && causes.length === 0 ? `: ${message}` : ''
  const head = isNamed ? `The ${kind} ${JSON.stringify(name)} is invalid` : `The request is invalid${plain}`
  const lines = [...new Set(causes.map(({ field, message: text }) => `${field ?? ''}: ${text ?? ''}`))]
  if (lines.length === 0) return head
  return lines.length === 1 ? `${head}: ${lines[0]}` : [`${head}: `, ...lines.map((line) => `* ${line}`)].join('\n')
}

function noResourceMessage({ group, version, resource }: NoResourceMatchError['partialResource']): string {
  const where = [group && `group ${JSON.stringify(group)}`, version && `version ${JSON.stringify(version)}`].filter(
    Boolean,
  )
  const suffix = where.length === 0 ? '' : ` in ${where.join(' and ')}`
  return `error: the server doesn't have a resource type ${JSON.stringify(resource)}${suffix}`
}

/** Whether an error is one that the user can do something about, and not a fault of this program. */
export function isExpected(error: unknown): boolean {
  return error instanceof AggregateError || isMachineryError(error)
}
