import { describe, expect, test } from 'vitest'
import * as errors from '../../src/errors/index.js'
import { StatusReason } from '../../src/errors/status.js'
import { GroupResource } from '../../src/schema/index.js'

const pods = new GroupResource('', 'pods')
const { StatusError } = errors
const ofReason = (reason: string) => new StatusError({ reason })
const ofCode = (code: number, reason?: string) => new StatusError({ code, ...(reason !== undefined && { reason }) })

/** Each predicate with its reason and, where the code decides too, its code. */
const predicates: readonly (readonly [(error: unknown) => boolean, string, number | undefined])[] = [
  [errors.isNotFound, 'NotFound', 404],
  [errors.isAlreadyExists, 'AlreadyExists', undefined],
  [errors.isConflict, 'Conflict', 409],
  [errors.isInvalid, 'Invalid', 422],
  [errors.isGone, 'Gone', 410],
  [errors.isResourceExpired, 'Expired', undefined],
  [errors.isNotAcceptable, 'NotAcceptable', 406],
  [errors.isUnsupportedMediaType, 'UnsupportedMediaType', 415],
  [errors.isMethodNotSupported, 'MethodNotAllowed', 405],
  [errors.isServiceUnavailable, 'ServiceUnavailable', 503],
  [errors.isBadRequest, 'BadRequest', 400],
  [errors.isUnauthorized, 'Unauthorized', 401],
  [errors.isForbidden, 'Forbidden', 403],
  [errors.isTimeout, 'Timeout', 504],
  [errors.isServerTimeout, 'ServerTimeout', undefined],
  [errors.isInternalError, 'InternalError', 500],
  [errors.isTooManyRequests, 'TooManyRequests', 429],
  [errors.isRequestEntityTooLargeError, 'RequestEntityTooLarge', 413],
  [errors.isStoreReadError, 'StorageReadError', undefined],
]

describe.each(predicates)('%o', (is, reason, code) => {
  test('its reason meets it, no other does', () => {
    for (const other of Object.values(StatusReason))
      expect([other, is(ofReason(other))]).toEqual([other, other === reason])
    expect(is(ofReason('New'))).toBe(false)
  })

  test('without a known reason its code meets it, no other does', () => {
    for (const each of [400, 401, 403, 404, 405, 406, 409, 410, 413, 415, 422, 429, 500, 503, 504, 507]) {
      expect([each, is(ofCode(each))]).toEqual([each, each === code])
      expect([each, is(ofCode(each, 'New'))]).toEqual([each, each === code])
    }
  })

  test('a known reason outweighs the code, except of 413 and 429', () => {
    if (code !== undefined)
      expect(is(ofCode(code, reason === 'Gone' ? 'Expired' : 'Gone'))).toBe(code === 413 || code === 429)
  })

  test('nothing else meets it', () => {
    for (const other of [undefined, null, 'NotFound', 404, new Error(reason), { status: { reason, code } }])
      expect(is(other)).toBe(false)
  })
})

test('reason and code', () => {
  expect(errors.reasonAndCodeForError(ofCode(404))).toEqual({ reason: '', code: 404 })
  expect(errors.reasonAndCodeForError(ofReason('Gone'))).toEqual({ reason: 'Gone', code: 0 })
  expect(errors.reasonAndCodeForError(new Error('x'))).toEqual({ reason: '', code: 0 })
  expect(errors.reasonForError(ofReason('Gone'))).toBe('Gone')
  expect(ofCode(404).reason).toBe('')
  expect(ofCode(404).message).toBe('')
})

test('the first cause of a type is given; one without a type has the empty one', () => {
  const first = { reason: 'FieldValueInvalid', field: 'a' }
  const causes = [{ message: 'untyped' }, first, { reason: 'FieldValueInvalid', field: 'b' }]
  const error = new StatusError({ details: { causes } })
  expect(errors.statusCause(error, 'FieldValueInvalid')).toBe(first)
  expect(errors.statusCause(error, '')).toEqual({ message: 'untyped' })
  for (const other of [new StatusError({}), new StatusError({ details: {} }), new Error('x'), undefined])
    expect(errors.statusCause(other, '')).toBeUndefined()
})

test.each([
  [{ details: { retryAfterSeconds: 3 } }, 3],
  [{ details: { retryAfterSeconds: 1 } }, 1],
  [{ details: { retryAfterSeconds: 0 } }, undefined],
  [{ details: { retryAfterSeconds: -1 } }, undefined],
  [{ details: {} }, undefined],
  [{ reason: 'ServerTimeout' }, undefined],
  [{ reason: 'ServerTimeout', details: {} }, 0],
  [{ reason: 'ServerTimeout', details: { retryAfterSeconds: 2 } }, 2],
])('%j suggests to wait %j seconds', (status, seconds) => {
  expect(errors.suggestsClientDelay(new StatusError(status))).toBe(seconds)
})

test('of several status errors below an error the first counts: its cause before its members', () => {
  const all = new AggregateError([ofReason('Gone'), ofReason('Expired')], 'all', { cause: ofReason('Timeout') })
  expect(errors.reasonForError(all)).toBe('Timeout')
  expect(
    errors.reasonForError(new AggregateError([new Error('x'), ofReason('Gone'), ofReason('Expired')], 'all')),
  ).toBe('Gone')
  const circle = new AggregateError([], 'circle')
  circle.errors.push(circle, ofReason('Gone'))
  expect(errors.reasonForError(circle)).toBe('Gone')
})

test('a machinery error has its code, and a path, a place and a cause where there are', () => {
  const position = { offset: 1, line: 1, column: 2 }
  const full = new errors.MachineryError('InvalidJSON', 'bad', { path: 'a.b', position, cause: 0 })
  expect(full).toMatchObject({
    name: 'MachineryError',
    code: 'InvalidJSON',
    message: 'bad',
    path: 'a.b',
    position,
    cause: 0,
  })
  const bare = new errors.MachineryError('InvalidJSON', 'bad')
  expect([bare.path, bare.position, 'cause' in bare]).toEqual([undefined, undefined, false])
  expect(errors.isMachineryError(bare)).toBe(true)
  expect(errors.isMachineryError(bare, 'InvalidJSON')).toBe(true)
  expect(errors.isMachineryError(bare, 'InvalidYAML')).toBe(false)
  expect(errors.isMachineryError(Object.assign(new Error('x'), { code: 'InvalidJSON' }), 'InvalidJSON')).toBe(false)
  expect(errors.isStatusError(errors.newNotFound(pods, 'a'))).toBe(true)
  expect(errors.isStatusError(bare)).toBe(false)
})
