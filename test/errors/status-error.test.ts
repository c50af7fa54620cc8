import { describe, expect, test } from 'vitest'
import * as errors from '../../src/errors/index.js'
import { GroupKind, GroupResource } from '../../src/schema/index.js'
import { invalid, required } from '../../src/validation/field-error.js'
import { fieldPath } from '../../src/validation/field-path.js'

const pods = new GroupResource('', 'pods')
const deployments = new GroupResource('apps', 'deployments')

describe('constructors', () => {
  test('the status is the JSON that Go writes', () => {
    expect(JSON.stringify(errors.newNotFound(deployments, 'web').status)).toBe(
      '{"metadata":{},"status":"Failure","message":"deployments.apps \\"web\\" not found","reason":"NotFound",' +
        '"details":{"name":"web","group":"apps","kind":"deployments"},"code":404}',
    )
    expect(JSON.stringify(errors.newTooManyRequests('', 0).status)).toBe(
      '{"metadata":{},"status":"Failure","reason":"TooManyRequests","details":{},"code":429}',
    )
  })

  test.each([
    [errors.newForbidden(pods, 'a', new Error('no')), 'pods "a" is forbidden: no'],
    [errors.newForbidden(pods, '', 'no'), 'pods is forbidden: no'],
    [errors.newForbidden(new GroupResource('', ''), 'a', 'no'), 'forbidden: no'],
    [errors.newConflict(pods, 'a', new Error('old')), 'Operation cannot be fulfilled on pods "a": old'],
    [errors.newUnauthorized(''), 'not authorized'],
    [errors.newMethodNotSupported(pods, 'patch'), 'patch is not supported on resources of kind "pods"'],
    [errors.newInternalError(new Error('oops')), 'Internal error occurred: oops'],
    [errors.newTimeoutError('slow', 2), 'Timeout: slow'],
    [errors.newRequestEntityTooLargeError('big'), 'Request entity too large: big'],
    [errors.newTooManyRequestsError('busy'), 'Too many requests: busy'],
    [
      errors.newServerTimeoutForKind(new GroupKind('apps', 'Deployment'), 'get', 1),
      'The get operation against Deployment.apps could not be completed at this time, please try again.',
    ],
  ])('%# says %s', (error, message) => {
    expect(error.message).toBe(message)
    expect(error.code).toBe('StatusError')
  })

  test('field errors become causes, and equal messages are told once', () => {
    const list = [invalid(fieldPath('a'), 1, 'bad'), invalid(fieldPath('a'), 1, 'bad'), required(fieldPath('b'), '')]
    const error = errors.newInvalid(new GroupKind('apps', 'Deployment'), 'web', list)
    expect(error.message).toBe('Deployment.apps "web" is invalid: [a: Invalid value: 1: bad, b: Required value]')
    expect(error.status.details?.causes).toEqual([
      { reason: 'FieldValueInvalid', message: 'Invalid value: 1: bad', field: 'a' },
      { reason: 'FieldValueInvalid', message: 'Invalid value: 1: bad', field: 'a' },
      { reason: 'FieldValueRequired', message: 'Required value', field: 'b' },
    ])
    expect(errors.newInvalid(new GroupKind('', 'Pod'), 'a', []).message).toBe('Pod "a" is invalid')
  })

  test('waiting times stay within what a Status can hold', () => {
    expect(errors.newTimeoutError('', 1e12).status.details?.retryAfterSeconds).toBe(2147483647)
  })
})

describe('predicates', () => {
  test('each constructor is recognised', () => {
    expect(errors.isNotFound(errors.newNotFound(pods, 'a'))).toBe(true)
    expect(errors.isAlreadyExists(errors.newAlreadyExists(pods, 'a'))).toBe(true)
    expect(errors.isAlreadyExists(errors.newGenerateNameConflict(pods, 'a', 1))).toBe(true)
    expect(errors.isConflict(errors.newApplyConflict([], 'taken'))).toBe(true)
    expect(errors.isGone(errors.newGone('x'))).toBe(true)
    expect(errors.isGone(errors.newResourceExpired('x'))).toBe(false)
    expect(errors.isResourceExpired(errors.newResourceExpired('x'))).toBe(true)
    expect(errors.isServerTimeout(errors.newServerTimeout(pods, 'get', 0))).toBe(true)
    expect(errors.isStoreReadError(new errors.StatusError({ reason: 'StorageReadError' }))).toBe(true)
  })

  test('without a known reason the code decides, with one it does not', () => {
    expect(errors.isNotFound(new errors.StatusError({ code: 404 }))).toBe(true)
    expect(errors.isNotFound(new errors.StatusError({ code: 404, reason: 'New' }))).toBe(true)
    expect(errors.isNotFound(new errors.StatusError({ code: 404, reason: 'Gone' }))).toBe(false)
    expect(errors.isTooManyRequests(new errors.StatusError({ code: 429, reason: 'Gone' }))).toBe(true)
    expect(errors.isRequestEntityTooLargeError(new errors.StatusError({ code: 413, reason: 'Gone' }))).toBe(true)
  })

  test('causes are looked at, in any depth, and circles end', () => {
    const wrapped = new Error('outer', { cause: new Error('inner', { cause: errors.newNotFound(pods, 'a') }) })
    expect(errors.isNotFound(wrapped)).toBe(true)
    expect(errors.reasonAndCodeForError(wrapped)).toEqual({ reason: 'NotFound', code: 404 })
    expect(errors.isNotFound(new AggregateError([new Error('x'), errors.newNotFound(pods, 'a')], 'both'))).toBe(true)
    const circle = new Error('a')
    circle.cause = circle
    expect(errors.isNotFound(circle)).toBe(false)
    for (const other of [undefined, null, 'text', 404, {}]) expect(errors.reasonForError(other)).toBe('')
  })

  test('the outermost status counts', () => {
    const forbidden = errors.newForbidden(pods, 'a', errors.newNotFound(pods, 'b'))
    expect(errors.isForbidden(forbidden)).toBe(true)
    expect(errors.isNotFound(forbidden)).toBe(false)
  })

  test('errors of another copy of the package are recognised', () => {
    const foreign = Object.defineProperty(new Error('x'), Symbol.for('apimachinery.status-error'), { value: true })
    Object.assign(foreign, { status: { reason: 'NotFound' } })
    expect(errors.isNotFound(foreign)).toBe(true)
    expect(foreign).not.toBeInstanceOf(errors.StatusError)
  })

  test('named causes are found', () => {
    const error = errors.newGenericServerResponse(500, { verb: 'get', serverMessage: 'x', isUnexpectedResponse: true })
    expect(errors.isUnexpectedServerError(error)).toBe(true)
    expect(errors.statusCause(error, 'UnexpectedServerResponse')).toEqual({
      reason: 'UnexpectedServerResponse',
      message: 'x',
    })
    expect(errors.hasStatusCause(error, 'FieldManagerConflict')).toBe(false)
  })

  test('delays', () => {
    expect(errors.suggestsClientDelay(errors.newTooManyRequests('', 3))).toBe(3)
    expect(errors.suggestsClientDelay(errors.newServerTimeout(pods, 'get', 0))).toBe(0)
    expect(errors.suggestsClientDelay(errors.newNotFound(pods, 'a'))).toBeUndefined()
    expect(errors.suggestsClientDelay(new Error('x'))).toBeUndefined()
  })
})

describe('answers without a Status', () => {
  test.each([
    [404, 'NotFound', 'the server could not find the requested resource (get pods a)'],
    [409, 'Conflict', 'the server reported a conflict (get pods a)'],
    [403, 'Forbidden', 'said (get pods a)'],
    [502, 'InternalError', 'an error on the server ("said") has prevented the request from succeeding (get pods a)'],
    [418, '', 'the server responded with the status code 418 but did not return more information (get pods a)'],
  ])('%s is %j', (code, reason, message) => {
    const error = errors.newGenericServerResponse(code, {
      verb: 'GET',
      resource: pods,
      name: 'a',
      serverMessage: 'said',
    })
    expect([error.reason, error.message]).toEqual([reason, message])
  })

  test('a conflict when creating means the name is taken', () => {
    expect(errors.newGenericServerResponse(409, { verb: 'POST' }).reason).toBe('AlreadyExists')
  })

  test('a reporter names its own cause', () => {
    const status = errors.newClientErrorReporter(500, 'watch', '').asObject(new Error('garbage'))
    expect(status.details?.causes).toEqual([
      { reason: 'UnexpectedServerResponse', message: 'garbage' },
      { reason: 'ClientError', message: 'garbage' },
    ])
  })

  test.each([
    ['5', 5],
    ['-1', -1],
    ['', undefined],
    [null, undefined],
    ['5s', undefined],
    ['Wed, 21 Oct 2015 07:28:00 GMT', undefined],
  ])('Retry-After: %j', (header, seconds) => {
    expect(errors.parseRetryAfter(header)).toBe(seconds)
  })
})

describe('from and to objects', () => {
  test('a Status becomes its error', () => {
    const error = errors.fromObject({
      kind: 'Status',
      apiVersion: 'v1',
      reason: 'NotFound',
      message: 'gone',
      code: 404,
    })
    expect(errors.isNotFound(error)).toBe(true)
    expect(error.message).toBe('gone')
  })

  test.each([
    [{ kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' } }],
    [{ kind: 'Status', apiVersion: 'v2' }],
    [null],
    ['x'],
  ])('%j is unexpected', (object) => {
    const error = errors.fromObject(object)
    expect(errors.isUnexpectedObjectError(new Error('outer', { cause: error }))).toBe(true)
    expect(errors.isUnexpectedObjectError(new Error('x'))).toBe(false)
  })

  test.each([
    [{ message: 1 }, 'message'],
    [{ code: '404' }, 'code'],
    [{ details: [] }, 'details'],
    [{ details: { causes: {} } }, 'details.causes'],
    [{ details: { causes: [{ field: 1 }] } }, 'details.causes[0].field'],
    [{ details: { causes: [null] } }, 'details.causes[0]'],
  ])('a Status with a wrong field %j is refused', (fields, path) => {
    expect(() => errors.fromObject({ kind: 'Status', apiVersion: 'v1', ...fields })).toThrow(
      expect.objectContaining({ code: 'InvalidStatus', path }),
    )
  })

  test('null fields of a Status are absent', () => {
    const error = errors.fromObject(JSON.parse('{"kind":"Status","apiVersion":"v1","details":null,"message":null}'))
    expect(errors.suggestsClientDelay(error)).toBeUndefined()
    expect(errors.isUnexpectedServerError(error)).toBe(false)
  })

  test('any error has a Status to answer with', () => {
    const notFound = new Error('outer', { cause: errors.newNotFound(pods, 'a') })
    expect(errors.toAPIStatus(notFound)).toMatchObject({
      kind: 'Status',
      apiVersion: 'v1',
      reason: 'NotFound',
      code: 404,
    })
    expect(errors.httpStatusFor(notFound)).toBe(404)
    expect(errors.toAPIStatus(new Error('oops'))).toMatchObject({ status: 'Failure', message: 'oops', code: 500 })
    expect(errors.httpStatusFor(new errors.StatusError({ status: 'Success' }))).toBe(200)
    expect(errors.httpStatusFor(new errors.StatusError({}))).toBe(500)
  })
})
