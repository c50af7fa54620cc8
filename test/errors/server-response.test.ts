import { describe, expect, test } from 'vitest'
import * as errors from '../../src/errors/index.js'
import { statusErrorFromAnswer } from '../../src/errors/status-error-from-answer.js'
import { encodeUtf8 } from '../../src/internal/utf8.js'
import { GroupResource } from '../../src/schema/index.js'

const apps = new GroupResource('apps', 'deployments')
const unknown = 'the server responded with the status code 402 but did not return more information'
const noType = 'the server was unable to respond with a content type that the client supports'

test.each([
  [400, 'x', 'BadRequest', 'the server rejected our request for an unknown reason'],
  [401, 'x', 'Unauthorized', 'the server has asked for the client to provide credentials'],
  [402, 'x', '', unknown],
  [403, 'x', 'Forbidden', 'x'],
  [404, 'x', 'NotFound', 'the server could not find the requested resource'],
  [405, 'x', 'MethodNotAllowed', 'the server does not allow this method on the requested resource'],
  [406, 'x', 'NotAcceptable', 'x'],
  [406, '', 'NotAcceptable', noType],
  [406, 'unknown', 'NotAcceptable', noType],
  [409, 'x', 'Conflict', 'the server reported a conflict'],
  [415, 'x', 'UnsupportedMediaType', 'x'],
  [422, 'x', 'Invalid', 'the server rejected our request due to an error in our request'],
  [429, 'x', 'TooManyRequests', 'the server has received too many requests and has asked us to try again later'],
  [499, 'x', '', unknown.replace('402', '499')],
  [500, 'x', 'InternalError', 'an error on the server ("x") has prevented the request from succeeding'],
  [501, '"', 'InternalError', 'an error on the server ("\\"") has prevented the request from succeeding'],
  [503, 'x', 'ServiceUnavailable', 'the server is currently unable to handle the request'],
  [
    504,
    'x',
    'Timeout',
    'the server was unable to return a response in the time allotted, but may still be processing the request',
  ],
])('%d with the text %j is %j', (...row) => {
  const [code, serverMessage, reason, message] = row
  const { status } = errors.newGenericServerResponse(code, { verb: 'GET', serverMessage })
  expect(status).toEqual({ metadata: {}, status: 'Failure', message, ...(reason && { reason }), details: {}, code })
})

test('known facts about the request are reported', () => {
  const told = (response: object) => errors.newGenericServerResponse(403, { verb: 'GET', ...response }).status
  const details = { group: 'apps', kind: 'deployments' }
  expect(told({ resource: apps, name: 'a' })).toMatchObject({
    message: ' (get deployments.apps a)',
    details: { ...details, name: 'a' },
  })
  expect(told({ resource: apps })).toMatchObject({ message: ' (get deployments.apps)', details })
  expect(told({ name: 'a' }).details).toEqual({ name: 'a' })
  expect(told({ name: 'a', serverMessage: 'x' }).message).toBe('x')
  expect(told({ retryAfterSeconds: 2 }).details).toEqual({ retryAfterSeconds: 2 })
  expect(told({}).message).toBeUndefined()
  expect(told({ isUnexpectedResponse: true }).details).toEqual({ causes: [{ reason: 'UnexpectedServerResponse' }] })
})

test('creating what exists differs from other conflicts', () => {
  const reasonOf = (verb: string) => errors.newGenericServerResponse(409, { verb }).reason
  expect(['POST', 'PUT', 'PATCH', 'post'].map(reasonOf)).toEqual(['AlreadyExists', 'Conflict', 'Conflict', 'Conflict'])
})

test.each([
  ['0', 0],
  ['+7', 7],
  ['120', 120],
  ['123456789012345', 123456789012345],
  ['1234567890123456', undefined],
  ['x5', undefined],
  [' 5', undefined],
  ['5.0', undefined],
  [undefined, undefined],
])('Retry-After %j is %j', (header, seconds) => {
  expect(errors.parseRetryAfter(header)).toBe(seconds)
})

test('a reporter gives its reason, or ClientError', () => {
  const reasons = (reason: string) =>
    errors
      .newClientErrorReporter(500, 'GET', reason)
      .asObject('x')
      .details?.causes?.map((cause) => cause.reason)
  expect(reasons('Mine')).toEqual(['UnexpectedServerResponse', 'Mine'])
  expect(reasons('')).toEqual(['UnexpectedServerResponse', 'ClientError'])
})

describe('answers over HTTP', () => {
  const given = (headers: Record<string, string>, body: string, options = {}) =>
    statusErrorFromAnswer(
      { status: 500, headers: new Headers(headers), body: encodeUtf8(body) },
      { method: 'GET', ...options },
    )

  test('text is read of text types only, whatever their case', () => {
    const textOf = (type: string) => given({ 'content-type': type }, ' body ').message.match(/\("(.*?)"\)/)?.[1]
    expect(['text/plain', ' TEXT/html', '', 'application/json', 'a text/plain'].map(textOf)).toEqual([
      'body',
      'body',
      'body',
      'unknown',
      'unknown',
    ])
  })

  test('unknown facts about the request are not reported', () => {
    expect(given({}, '').status.details).toEqual({ causes: [{ reason: 'UnexpectedServerResponse' }] })
    expect(given({}, '', { resource: apps, name: 'a' }).status.details).toEqual({
      name: 'a',
      group: 'apps',
      kind: 'deployments',
      causes: [{ reason: 'UnexpectedServerResponse' }],
    })
  })

  test('a decoder gets body and type, and is not called without a body', () => {
    const asked: unknown[] = []
    const decode = (body: Uint8Array, type: string) => {
      asked.push([new TextDecoder().decode(body), type])
      return { kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'decoded' }
    }
    expect(given({ 'content-type': 'a/b' }, 'body', { decode }).message).toBe('decoded')
    expect(given({ 'content-type': 'a/b' }, '', { decode }).message).not.toBe('decoded')
    expect(asked).toEqual([['body', 'a/b']])
    expect(given({}, 'x', { decode: () => undefined }).reason).toBe('InternalError')
  })

  test('at most 2048 bytes of the response are reported', () => {
    expect(given({}, `${'a'.repeat(2047)}bc`).message).toContain(`"${'a'.repeat(2047)}b"`)
  })
})

describe('objects', () => {
  test.each([
    [{ kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' } }, 'v1 Pod a'],
    [{ kind: 'Pod', apiVersion: '', metadata: null }, 'Pod'],
    [{ kind: 1, metadata: { name: {} } }, 'of no kind'],
    [{}, 'of no kind'],
    [null, 'null'],
    [undefined, 'undefined'],
    ['text', 'text'],
    [5, '5'],
  ])('%j is unexpected, and told without its content', (object, text) => {
    const error = errors.fromObject(object) as errors.UnexpectedObjectError
    expect(error.name).toBe('UnexpectedObjectError')
    expect(error.message).toBe(`unexpected object: ${text}`)
    expect(error.object).toBe(object)
  })

  test.each([
    [{ apiVersion: 'v1' }, true],
    [{ apiVersion: 'meta.k8s.io/v1' }, true],
    [{ apiVersion: 'meta.k8s.io/v1beta1' }, false],
    [{}, false],
    [{ apiVersion: 'v1', kind: 'status' }, false],
  ])('%j is a Status: %j', (fields, isStatus) => {
    expect('status' in errors.fromObject({ kind: 'Status', ...fields })).toBe(isStatus)
  })

  const fields: readonly (readonly [object, string, string])[] = [
    [{ status: 1 }, 'status', 'string'],
    [{ message: {} }, 'message', 'string'],
    [{ reason: [] }, 'reason', 'string'],
    [{ code: '1' }, 'code', 'number'],
    [{ details: 'x' }, 'details', 'object'],
    [{ details: [] }, 'details', 'object'],
    ...(['name', 'group', 'kind', 'uid'] as const).map(
      (name) => [{ details: { [name]: 1 } }, `details.${name}`, 'string'] as const,
    ),
    [{ details: { retryAfterSeconds: '1' } }, 'details.retryAfterSeconds', 'number'],
    [{ details: { causes: {} } }, 'details.causes', 'array'],
    [{ details: { causes: [{}, 'x'] } }, 'details.causes[1]', 'object'],
    ...(['reason', 'message', 'field'] as const).map(
      (name) => [{ details: { causes: [{ [name]: 1 }] } }, `details.causes[0].${name}`, 'string'] as const,
    ),
  ]
  test.each(fields)('a Status with %j is refused at %s', (wrong, path, type) => {
    expect(() => errors.fromObject({ kind: 'Status', apiVersion: 'v1', ...wrong })).toThrow(
      expect.objectContaining({ code: 'InvalidStatus', path, message: `${path}: expected ${type}` }),
    )
  })

  test('a Status with every field, and one with nulls, are taken', () => {
    const cause = { reason: 'a', message: 'b', field: 'c' }
    const details = { name: 'a', group: 'b', kind: 'c', uid: 'd', causes: [cause], retryAfterSeconds: 1 }
    const full = { kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'm', reason: 'r', code: 1, details }
    expect(errors.fromObject(full)).toMatchObject({ status: full })
    const nulls = { kind: 'Status', apiVersion: 'v1', code: null, details: { name: null, causes: null } }
    expect(errors.fromObject(nulls)).toMatchObject({ status: nulls })
    expect(
      errors.fromObject({ kind: 'Status', apiVersion: 'v1', details: { causes: [{ reason: null }] } }),
    ).toBeTruthy()
  })

  test('what is missing of a Status to answer with is added', () => {
    const answer = (status: object) => errors.toAPIStatus(new errors.StatusError(status))
    const head = { kind: 'Status', apiVersion: 'v1', metadata: {} }
    expect(answer({})).toEqual({ ...head, status: 'Failure', code: 500 })
    expect(answer({ status: 'Success' })).toEqual({ ...head, status: 'Success', code: 200 })
    expect(answer({ kind: 'X', apiVersion: 'y', code: 418, metadata: { continue: 'c' } })).toEqual({
      ...head,
      metadata: { continue: 'c' },
      status: 'Failure',
      code: 418,
    })
    expect(errors.toAPIStatus('x')).toEqual({ ...head, status: 'Failure', message: 'x', code: 500 })
  })
})
