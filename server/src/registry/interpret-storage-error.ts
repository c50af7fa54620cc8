import {
  newAlreadyExists,
  newBadRequest,
  newConflict,
  newInternalError,
  newNotFound,
  newResourceExpired,
  newServerTimeout,
  newServiceUnavailable,
  newTimeoutError,
  newTooManyRequests,
  StatusError,
} from 'apimachinery/errors'
import { isStorageError, type StorageError } from '../storage/storage-error.js'

/** The failed operation; each has its own message. */
export type StorageOperation = 'get' | 'list' | 'create' | 'update' | 'delete' | 'watch'

interface Place {
  readonly resource: { readonly group: string; readonly resource: string }
  readonly name: string
}

/**
 * Gives an error of the storage its `Status`, in upstream's words; other errors stay as they are.
 * Source: k8s.io/apiserver/pkg/storage/errors/storage.go.
 */
export function interpretStorageError(error: unknown, operation: StorageOperation, { resource, name }: Place): unknown {
  if (!isStorageError(error)) return error
  switch (error.code) {
    case 'KeyNotFound':
      return operation === 'watch' ? error : newNotFound(resource, operation === 'list' ? '' : name)
    case 'KeyExists':
      if (operation === 'create') return newAlreadyExists(resource, name)
      return conflicts(operation) ? newConflict(resource, name, error) : error
    case 'ResourceVersionConflict':
    case 'InvalidObject':
      return conflicts(operation) ? newConflict(resource, name, error) : error
    case 'Unreachable':
      return operation === 'watch' ? error : newServerTimeout(resource, operation, 2)
    case 'Timeout':
      return operation === 'list' ? newServerTimeout(resource, operation, 2) : error
    case 'Corrupt':
      return newInternalError(error)
    default:
      return interpretVersionError(error)
  }
}

/** Errors that are the same for every operation. */
function interpretVersionError(error: StorageError): unknown {
  switch (error.code) {
    case 'TooLargeResourceVersion':
      return tooLargeResourceVersion(error)
    case 'ResourceExpired':
      return expired(error)
    case 'InvalidContinueToken':
    case 'BadRequest':
      return newBadRequest(error.message)
    case 'TooManyRequests':
      return newTooManyRequests(error.message, error.retryAfter ?? 1)
    case 'Unavailable':
      return newServiceUnavailable(error.message)
    default:
      return error
  }
}

function tooLargeResourceVersion(error: StorageError): StatusError {
  const message = error.message.replace(/^Timeout: /, '')
  const failure = newTimeoutError(message, error.retryAfter ?? 1)
  const causes = [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }]
  return new StatusError({ ...failure.status, details: { ...failure.status.details, causes } }, { cause: error })
}

function expired(error: StorageError): StatusError {
  const { status } = newResourceExpired(error.message)
  const { continueToken } = error
  return new StatusError(continueToken === undefined ? status : { ...status, metadata: { continue: continueToken } }, {
    cause: error,
  })
}

function conflicts(operation: StorageOperation): boolean {
  return operation === 'update' || operation === 'delete'
}
