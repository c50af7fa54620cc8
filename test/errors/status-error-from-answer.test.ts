import { describe, expect, test } from 'vitest'
import { addToScheme } from '../../src/api/core/v1/register.gen.js'
import { isForbidden, isTooManyRequests, isUnexpectedServerError } from '../../src/errors/predicates.js'
import { statusErrorFromAnswer } from '../../src/errors/status-error-from-answer.js'
import { encodeUtf8 } from '../../src/internal/utf8.js'
import { Status } from '../../src/meta/v1/types.gen.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../../src/runtime/serializer/codec-factory.js'

const pods = { group: '', resource: 'pods' }
const json = { 'content-type': 'application/json' }
const answer = (status: number, headers: Record<string, string>, body: string | Uint8Array) => ({
  status,
  headers: new Headers(headers),
  body: typeof body === 'string' ? encodeUtf8(body) : body,
})
const options = { method: 'GET', resource: pods, name: 'web' }

describe('an answer with a Status', () => {
  const forbidden =
    '{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Forbidden","message":"no","code":403}'

  test('is that Status', () => {
    const error = statusErrorFromAnswer(answer(403, json, forbidden), options)
    expect(isForbidden(error)).toBe(true)
    expect(error.status).toMatchObject({ message: 'no', code: 403 })
  })

  test('may leave its version out, as old servers do', () => {
    const old = forbidden.replace('"apiVersion":"v1",', '')
    expect(statusErrorFromAnswer(answer(403, json, old), options).message).toBe('no')
  })

  test('is read in any format that a decoder reads', () => {
    const scheme = new Scheme()
    addToScheme(scheme)
    const codecs = new CodecFactory(scheme)
    const info = codecs
      .supportedMediaTypes()
      .find(({ mediaType }) => mediaType === 'application/vnd.kubernetes.protobuf')
    const status = new Status({ status: 'Failure', reason: 'TooManyRequests', message: 'slow', code: 429 })
    const body = info?.serializer.encode(status) as Uint8Array
    const decode = (bytes: Uint8Array) => codecs.universalDeserializer().decode(bytes).object
    const protobuf = { 'content-type': 'application/vnd.kubernetes.protobuf' }
    const error = statusErrorFromAnswer(answer(429, protobuf, body), { ...options, decode })
    expect(isTooManyRequests(error)).toBe(true)
    expect(error.message).toBe('slow')
  })

  test.each([
    ['a success', '{"kind":"Status","apiVersion":"v1","status":"Success"}'],
    ['another kind', '{"kind":"Pod","apiVersion":"v1","status":"Failure"}'],
    ['fields of wrong types', '{"kind":"Status","apiVersion":"v1","status":"Failure","message":1}'],
    ['broken JSON', '{"kind":"Status"'],
    ['null', 'null'],
  ])('%s is none', (_, body) => {
    const error = statusErrorFromAnswer(answer(500, json, body), options)
    expect(isUnexpectedServerError(error)).toBe(true)
    expect(error.message).toBe(
      'an error on the server ("unknown") has prevented the request from succeeding (get pods web)',
    )
  })
})

describe('an answer without a Status', () => {
  test('says what its text says, of limited length', () => {
    const plain = { 'content-type': 'text/plain; charset=utf-8' }
    const error = statusErrorFromAnswer(answer(502, plain, ` bad gateway${' '.repeat(3000)}x`), options)
    expect(error.message).toBe(
      'an error on the server ("bad gateway") has prevented the request from succeeding (get pods web)',
    )
    expect(statusErrorFromAnswer(answer(502, {}, 'bare'), { method: 'GET' }).message).toContain('"bare"')
  })

  test('carries Retry-After', () => {
    const error = statusErrorFromAnswer(answer(429, { 'retry-after': '7' }, ''), options)
    expect(error.status.details?.retryAfterSeconds).toBe(7)
    expect(isTooManyRequests(error)).toBe(true)
  })
})
