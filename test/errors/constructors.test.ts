import { expect, test } from 'vitest'
import * as errors from '../../src/errors/index.js'
import { CauseType, StatusReason } from '../../src/errors/status.js'
import { GroupKind, GroupResource } from '../../src/schema/index.js'

const pods = new GroupResource('', 'pods')
const apps = new GroupResource('apps', 'deployments')
const none = new GroupResource('', '')
const oops = new Error('oops')

const about = (name: string) => ({ name, group: 'apps', kind: 'deployments' })
type Row = readonly [
  what: string,
  error: errors.StatusError,
  code: number,
  reason: string,
  message: string,
  details?: object,
]

const statuses: readonly Row[] = [
  ['not found', errors.newNotFound(apps, 'a'), 404, 'NotFound', 'deployments.apps "a" not found', about('a')],
  [
    'already exists',
    errors.newAlreadyExists(apps, 'a'),
    409,
    'AlreadyExists',
    'deployments.apps "a" already exists',
    about('a'),
  ],
  [
    'generate name conflict',
    errors.newGenerateNameConflict(apps, 'a', 2),
    409,
    'AlreadyExists',
    'deployments.apps "a" already exists, the server was not able to generate a unique name for the object',
    { ...about('a'), retryAfterSeconds: 2 },
  ],
  ['unauthorized', errors.newUnauthorized('who?'), 401, 'Unauthorized', 'who?'],
  ['unauthorized, untold', errors.newUnauthorized(''), 401, 'Unauthorized', 'not authorized'],
  [
    'forbidden',
    errors.newForbidden(apps, 'a', oops),
    403,
    'Forbidden',
    'deployments.apps "a" is forbidden: oops',
    about('a'),
  ],
  [
    'forbidden without name',
    errors.newForbidden(apps, '', oops),
    403,
    'Forbidden',
    'deployments.apps is forbidden: oops',
    { group: 'apps', kind: 'deployments' },
  ],
  [
    'forbidden without resource',
    errors.newForbidden(none, 'a', oops),
    403,
    'Forbidden',
    'forbidden: oops',
    { name: 'a' },
  ],
  [
    'forbidden with a group only',
    errors.newForbidden(new GroupResource('apps', ''), '', oops),
    403,
    'Forbidden',
    '.apps is forbidden: oops',
    { group: 'apps' },
  ],
  [
    'conflict',
    errors.newConflict(apps, 'a', oops),
    409,
    'Conflict',
    'Operation cannot be fulfilled on deployments.apps "a": oops',
    about('a'),
  ],
  [
    'apply conflict',
    errors.newApplyConflict([{ reason: 'FieldManagerConflict', message: '', field: '.spec' }, {}], 'taken'),
    409,
    'Conflict',
    'taken',
    { causes: [{ reason: 'FieldManagerConflict', field: '.spec' }, {}] },
  ],
  ['gone', errors.newGone('gone'), 410, 'Gone', 'gone'],
  ['expired', errors.newResourceExpired('old'), 410, 'Expired', 'old'],
  [
    'invalid',
    errors.newInvalid(new GroupKind('apps', 'Deployment'), 'a', [
      { type: 'FieldValueInvalid', field: 'spec', errorBody: () => 'bad' },
    ]),
    422,
    'Invalid',
    'Deployment.apps "a" is invalid: spec: bad',
    {
      name: 'a',
      group: 'apps',
      kind: 'Deployment',
      causes: [{ reason: 'FieldValueInvalid', message: 'bad', field: 'spec' }],
    },
  ],
  [
    'invalid without errors',
    errors.newInvalid(new GroupKind('', 'Pod'), 'a', []),
    422,
    'Invalid',
    'Pod "a" is invalid',
    { name: 'a', kind: 'Pod' },
  ],
  ['bad request', errors.newBadRequest('bad'), 400, 'BadRequest', 'bad'],
  ['too many requests', errors.newTooManyRequests('slow', 3), 429, 'TooManyRequests', 'slow', { retryAfterSeconds: 3 }],
  ['service unavailable', errors.newServiceUnavailable('down'), 503, 'ServiceUnavailable', 'down'],
  [
    'method not supported',
    errors.newMethodNotSupported(apps, 'patch'),
    405,
    'MethodNotAllowed',
    'patch is not supported on resources of kind "deployments.apps"',
    { group: 'apps', kind: 'deployments' },
  ],
  [
    'server timeout',
    errors.newServerTimeout(apps, 'get', 4),
    500,
    'ServerTimeout',
    'The get operation against deployments.apps could not be completed at this time, please try again.',
    { ...about('get'), retryAfterSeconds: 4 },
  ],
  [
    'server timeout of a kind',
    errors.newServerTimeoutForKind(new GroupKind('', 'Pod'), 'list', 0),
    500,
    'ServerTimeout',
    'The list operation against Pod could not be completed at this time, please try again.',
    { name: 'list', kind: 'Pod' },
  ],
  [
    'internal error',
    errors.newInternalError(oops),
    500,
    'InternalError',
    'Internal error occurred: oops',
    { causes: [{ message: 'oops' }] },
  ],
  ['timeout', errors.newTimeoutError('late', 5), 504, 'Timeout', 'Timeout: late', { retryAfterSeconds: 5 }],
  ['busy', errors.newTooManyRequestsError('busy'), 429, 'TooManyRequests', 'Too many requests: busy'],
  [
    'too large',
    errors.newRequestEntityTooLargeError('big'),
    413,
    'RequestEntityTooLarge',
    'Request entity too large: big',
  ],
]

test.each(statuses)('%s: the whole status, in the order of Go', (...row) => {
  const [, error, code, reason, message, details] = row as unknown as Row
  const status = { metadata: {}, status: 'Failure', message, reason, ...(details && { details }), code }
  expect(JSON.stringify(error.status)).toBe(JSON.stringify(status))
  expect([error.name, error.message, error.reason]).toEqual(['StatusError', message, reason])
})

test('the error that led to a status is its cause; without one there is no such property', () => {
  for (const error of [
    errors.newForbidden(pods, 'a', oops),
    errors.newConflict(pods, 'a', oops),
    errors.newInternalError(oops),
  ])
    expect(error.cause).toBe(oops)
  expect('cause' in errors.newNotFound(pods, 'a')).toBe(false)
})

test.each([
  [oops, 'oops'],
  ['text', 'text'],
  [{ message: 'of an object' }, 'of an object'],
  [{ message: 1 }, '[object Object]'],
  [{}, '[object Object]'],
  [null, 'null'],
  [undefined, 'undefined'],
  [Object.assign(() => 1, { message: 'of a function' }), '() => 1'],
])('%# the text of what was thrown: %j', (thrown, text) => {
  expect(errors.newForbidden(none, '', thrown).message).toBe(`forbidden: ${text}`)
})

test('reports as many errors as a response can hold, and always the first', () => {
  const long = 'x'.repeat(1 << 20)
  const field = (text: string, name: string) => ({ type: 'FieldValueInvalid', field: name, errorBody: () => text })
  const causesOf = (...list: ReturnType<typeof field>[]) =>
    errors.newInvalid(new GroupKind('', 'Pod'), 'a', list).status.details?.causes?.map((cause) => cause.field)
  expect(causesOf(field(`${long}x`, 'a'), field('', 'b'))).toEqual(['a'])
  expect(causesOf(field(long, 'a'), field('', 'b'), field('x', 'c'), field('', 'd'))).toEqual(['a', 'b'])
  const many = Array.from({ length: 200_000 }, (_, index) => field('0123456789', `f${index}`))
  const { details } = errors.newInvalid(new GroupKind('', 'Pod'), 'a', many).status
  const told = details?.causes?.map((cause) => cause.field) ?? []
  expect(told.length).toBe(10_000)
  expect(told.slice(0, 3)).toEqual(['f0', 'f1', 'f2'])
})

test.each([
  [1e12, 2147483647],
  [-1e12, -2147483648],
  [2147483647, 2147483647],
  [1.9, 1],
  [-1.9, -1],
])('%d seconds are written as %d', (seconds, written) => {
  expect(errors.newTimeoutError('', seconds).status.details).toEqual({ retryAfterSeconds: written })
})

test('reasons and types of causes have the words of Go', () => {
  for (const [name, word] of Object.entries(StatusReason))
    expect(word).toBe(name === 'Unknown' ? '' : name === 'StoreReadError' ? 'StorageReadError' : name)
  const others = {
    Forbidden: 'FieldValueForbidden',
    TooLong: 'FieldValueTooLong',
    TooMany: 'FieldValueTooMany',
    Internal: 'InternalError',
    TypeInvalid: 'FieldValueTypeInvalid',
  }
  for (const [name, word] of Object.entries(CauseType)) expect(word).toBe({ [name]: name, ...others }[name])
})
