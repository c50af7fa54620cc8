import { expect, it } from 'vitest'
import { withAuditID } from '../../src/filters/audit-id.js'
import { withAuthentication } from '../../src/filters/authentication.js'
import { withAuthorization } from '../../src/filters/authorization.js'
import { withCacheControl } from '../../src/filters/cache-control.js'
import { withRequestInfo } from '../../src/filters/request-info.js'
import { InFlightRequests, withWaitGroup } from '../../src/filters/wait-group.js'
import { withWarnings } from '../../src/filters/warnings.js'
import { FilterChain } from '../../src/request/filter-chain.js'
import type { AuthorizedRequest, Filter, Handler } from '../../src/request/http.js'
import { handleInProcess } from '../../src/serving/in-process.js'

const writeError = (): never => expect.unreachable()
const user = { name: 'alice', uid: '', groups: [], extra: {} }
const authentication = withAuthentication({
  authenticator: { authenticate: async () => ({ user }) },
  audiences: [],
  writeError,
})
const authorization = withAuthorization({
  authorizer: { authorize: async () => ({ decision: 'allow', reason: '' }) },
  writeError,
})

const received = FilterChain.outermost()
const identified = received.pass(withAuditID()).pass(withWarnings()).pass(withRequestInfo())

it('takes filters in the order of stages alone', () => {
  const authenticated = identified.pass(authentication)
  const authorized: FilterChain<AuthorizedRequest> = authenticated.pass(authorization)
  // @ts-expect-error a request without warnings cannot be identified
  received.pass(withRequestInfo())
  // @ts-expect-error it is not known what the request is about
  received.pass(authentication)
  // @ts-expect-error it is not known who makes the request
  identified.pass(authorization)
  // @ts-expect-error the filter looks at what the request is about
  received.pass(withWaitGroup(new InFlightRequests(), () => false))
  // @ts-expect-error the handler is for authorized requests
  authenticated.around((async () => {}) as Handler)
  // @ts-expect-error a filter that adds nothing leaves the stage as it is
  received.pass(withCacheControl()).pass(authentication)
  authorized.around(async ({ info, user, audit, place }) => expect([info, user, audit, place]).toBeDefined())
})

it('passes one object from stage to stage, through filters for any stage and for authorized requests', async () => {
  const seen: unknown[] = []
  const forAny: Filter = (next) => (request, response) => {
    seen.push(request)
    return next(request, response)
  }
  const inner: readonly Filter<AuthorizedRequest>[] = [
    (next) => (request, response) => {
      seen.push(request, request.user.name, request.info.verb, request.place.level)
      return next(request, response)
    },
  ]
  const handle = received
    .passAll([forAny])
    .pass(withAuditID())
    .pass(withWarnings())
    .pass(withRequestInfo())
    .pass(withCacheControl())
    .pass(authentication)
    .pass(authorization)
    .passAll(inner)
    .around(async (request, response) => {
      seen.push(request)
      response.writeHead(204)
      response.end()
    })
  const answer = await handleInProcess(handle, { method: 'GET', path: '/api/v1/pods', headers: {} })
  expect(answer).toMatchObject({ status: 204, headers: { 'cache-control': 'no-cache, private' } })
  const [first, second, ...rest] = seen
  expect(second).toBe(first)
  expect(rest.slice(0, 3)).toEqual(['alice', 'list', 'resource'])
  expect(rest[3]).toBe(first)
})
