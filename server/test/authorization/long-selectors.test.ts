import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { authorizationAttributes, changedAttributes } from '../../src/authorization/attributes-of.js'
import type { Authorizer } from '../../src/authorization/authorizer.js'
import type { RequestUser } from '../../src/request/context.js'
import { resolveRequestInfo } from '../../src/request/request-info-resolver.js'
import { GenericAPIServer } from '../../src/server/generic-api-server.js'

const anonymous: RequestUser = { name: 'system:anonymous', uid: '', groups: ['system:unauthenticated'], extra: {} }
const terms = (count: number): string => Array.from({ length: count }, (_, index) => `k${index}=v`).join(',')
const count = 5000

/** Calls that read texts: each term of a selector takes some. */
function readings(): { readonly calls: () => number } {
  const spies: MockInstance[] = [vi.spyOn(RegExp.prototype, 'exec'), vi.spyOn(RegExp.prototype, 'test')]
  spies.push(vi.spyOn(String.prototype, 'slice'), vi.spyOn(String.prototype, 'charAt'))
  return { calls: () => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0) }
}

function serverWith(authorizer: Authorizer): GenericAPIServer {
  return new GenericAPIServer({
    authorizer,
    authenticator: { authenticate: async () => ({ user: anonymous }) },
    writeError: (_request, response) => {
      response.writeHead(403, {})
      response.end(Buffer.from('no'))
    },
  })
}

const asked: string[] = []
const refusing: Authorizer = {
  async authorize({ user, verb }) {
    asked.push(`${user.name} ${verb}`)
    return { decision: 'deny', reason: '' }
  },
}

describe('a long selector of somebody who is refused', () => {
  let server: GenericAPIServer
  beforeEach(async () => {
    asked.length = 0
    server = serverWith(refusing)
    await server.start()
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await server.stop()
  })

  const forms: Readonly<Record<string, (long: string) => string>> = {
    'of labels': (long) => `/api/v1/pods?labelSelector=${long}`,
    'of fields': (long) => `/api/v1/pods?fieldSelector=${long}`,
    'of labels, with a name': (long) => `/api/v1/pods?fieldSelector=metadata.name%3Da&labelSelector=${long},${long}`,
    'of fields, with a name': (long) => `/api/v1/pods?fieldSelector=metadata.name%3Da,${long},${long}`,
    'of a watch': (long) => `/api/v1/namespaces/a/pods?watch=1&labelSelector=${long}`,
    'of a deletion': (long) => `/apis/apps/v1/namespaces/a/deployments?labelSelector=${long}`,
  }
  it.each(Object.keys(forms))('%s is not read', async (form) => {
    const path = (forms[form] as (long: string) => string)(encodeURIComponent(terms(count)))
    const method = form === 'of a deletion' ? 'DELETE' : 'GET'
    const { calls } = readings()
    const response = await server.fetch(new Request(`http://localhost${path}`, { method }))
    const read = calls()
    vi.restoreAllMocks()
    expect(response.status).toBe(403)
    expect(asked[0]).toContain('system:anonymous ')
    expect(read).toBeLessThan(count)
  })

  it('is not read for who wants to be somebody else', async () => {
    const path = `/api/v1/pods?labelSelector=${encodeURIComponent(terms(count))}`
    const { calls } = readings()
    const response = await server.fetch(
      new Request(`http://localhost${path}`, { headers: { 'impersonate-user': 'system:admin' } }),
    )
    const read = calls()
    vi.restoreAllMocks()
    expect(response.status).toBe(403)
    expect(asked[0]).toContain('system:anonymous ')
    expect(read).toBeLessThan(count)
  })
})

describe('the selectors of a request', () => {
  const infoOf = (query: string) =>
    resolveRequestInfo({ method: 'GET', url: '/', path: '/api/v1/pods', query: new URLSearchParams(query) })

  it('are there for the authorizer that asks, once', () => {
    const attributes = authorizationAttributes(
      anonymous,
      infoOf('labelSelector=b in (x,y),a&fieldSelector=spec.nodeName=n'),
    )
    expect(attributes.labelSelector).toEqual([
      { key: 'a', operator: 'exists', values: [] },
      { key: 'b', operator: 'in', values: ['x', 'y'] },
    ])
    expect(attributes.fieldSelector).toEqual([{ key: 'spec.nodeName', operator: '=', value: 'n' }])
    expect(attributes.labelSelector).toBe(attributes.labelSelector)
    expect({ ...attributes }.fieldSelector).toBe(attributes.fieldSelector)
  })

  it('stay with attributes of which others changed', () => {
    const { calls } = readings()
    const attributes = authorizationAttributes(anonymous, infoOf(`labelSelector=${terms(count)}`))
    const changed = changedAttributes(attributes, { verb: 'impersonate-on:a:list' })
    const read = calls()
    vi.restoreAllMocks()
    expect(read).toBeLessThan(count)
    expect([changed.verb, changed.user, attributes.verb]).toEqual(['impersonate-on:a:list', anonymous, 'list'])
    expect(changed.labelSelector?.length).toBe(count)
  })

  it('are none where they cannot be read', () => {
    const attributes = authorizationAttributes(anonymous, infoOf('labelSelector=a in b&fieldSelector=%00,,=='))
    expect([attributes.labelSelector, attributes.fieldSelector]).toEqual([undefined, undefined])
  })

  it('name an object where they are as short as those of any client', () => {
    expect(infoOf(`fieldSelector=metadata.name=a&labelSelector=${terms(1000)}`).name).toBe('a')
    expect(infoOf('fieldSelector=metadata.name=a&labelSelector=a in b').name).toBe('')
    expect(infoOf(`fieldSelector=metadata.name=a&labelSelector=${terms(20_000)}`).name).toBe('')
  })
})
