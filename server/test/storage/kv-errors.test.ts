import { describe, expect, it } from 'vitest'
import { KVError, type KVErrorCode } from '../../src/storage/kv/kv-error.js'
import { keyError, StorageError, tooLargeResourceVersion } from '../../src/storage/storage-error.js'
import { overKV, translateKVError } from '../../src/storage/translate-kv-error.js'

// Source: `interpretWatchError`, `InterpretGetError` and the like of k8s.io/apiserver/pkg/storage.
describe('an error of a key-value store', () => {
  it.each<[KVErrorCode, string, string]>([
    ['Compacted', 'ResourceExpired', 'text'],
    [
      'DeadlineExceeded',
      'Timeout',
      'StorageError: request timeout, Code: 6, Key: /k, ResourceVersion: 0, AdditionalErrorMsg: text',
    ],
    ['InvalidArgument', 'Internal', 'text'],
    ['RequestTooLarge', 'Internal', 'text'],
    ['Corrupt', 'Internal', 'text'],
    ['Unavailable', 'Unavailable', 'text'],
    ['NoLeader', 'Unavailable', 'text'],
    ['Closed', 'Unavailable', 'text'],
  ])('%s is %s for a key', async (code, translated, message) => {
    const cause = new KVError(code, 'text')
    const error = translateKVError(cause, '/k')
    expect(error).toBeInstanceOf(StorageError)
    expect(error).toMatchObject({ code: translated, message, key: '/k', cause })
    await expect(overKV('/k', () => Promise.reject(cause))).rejects.toMatchObject({ code: translated, key: '/k' })
  })

  it.each([new Error('other'), new StorageError('Internal', 'text'), 'a text'])(
    'is kept where it is another: %s',
    (error) => {
      expect(translateKVError(error, '/k')).toBe(error)
    },
  )

  it('is none where the call succeeds', async () => {
    expect(await overKV('/k', async () => 7)).toBe(7)
  })
})

describe('an error of a storage', () => {
  it.each([
    ['KeyNotFound', 'key not found', 1],
    ['KeyExists', 'key exists', 2],
    ['ResourceVersionConflict', 'resource version conflicts', 3],
    ['InvalidObject', 'invalid object', 4],
    ['Unreachable', 'server unreachable', 5],
    ['Timeout', 'request timeout', 6],
    ['Corrupt', 'corrupt object', 7],
  ] as const)('%s says %j, %i', (code, title, number) => {
    const error = keyError(code, '/k', { resourceVersion: 9 })
    expect([error.name, error.code, error.key, error.resourceVersion]).toEqual(['StorageError', code, '/k', 9])
    expect(error.message).toBe(
      `StorageError: ${title}, Code: ${number}, Key: /k, ResourceVersion: 9, AdditionalErrorMsg: <nil>`,
    )
    expect(error.cause).toBeUndefined()
  })

  it('of a version that is not there yet names the newest one, and when to try again', () => {
    expect(tooLargeResourceVersion(9, 5)).toMatchObject({
      code: 'TooLargeResourceVersion',
      message: 'Too large resource version: 9, current: 5',
      resourceVersion: 5,
      retryAfter: 0,
    })
    expect(tooLargeResourceVersion(9, 5, 1).retryAfter).toBe(1)
  })
})
