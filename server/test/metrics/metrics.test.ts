import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APIServer } from '../../src/kubernetes/api-server.js'

describe('the paths of a server about itself', () => {
  let server: APIServer
  beforeAll(async () => {
    server = await APIServer.start({ debug: { flags: () => ({ 'secure-port': '6443', 'bind-address': '::1' }) } })
    await server.ready()
  })
  afterAll(() => server.stop())

  async function get(path: string, headers: Record<string, string> = {}) {
    const authorization = `Bearer ${server.loopbackToken}`
    const request = new Request(`https://localhost${path}`, { headers: { authorization, ...headers } })
    const response = await server.generic.fetch(request)
    return { status: response.status, text: await response.text(), type: response.headers.get('content-type') }
  }

  it('count requests by resource', async () => {
    await get('/api/v1/namespaces/default')
    await get('/api/v1/namespaces/nobody')
    await get('/api/v1/nosuchthings/x')
    await get('/healthz')
    const { text, type } = await get('/metrics')
    expect(type).toBe('text/plain; version=0.0.4; charset=utf-8; escaping=underscores')
    expect(text).toMatch(
      /^apiserver_request_total\{code="200",component="apiserver",dry_run="",group="",resource="namespaces",scope="resource",subresource="",verb="GET",version="v1"\} \d+$/m,
    )
    expect(text).toMatch(/code="404",component="apiserver",dry_run="",group="",resource="namespaces"/)
    expect(text).toMatch(
      /code="200",component="",dry_run="",group="",resource="",scope="",subresource="\/healthz",verb="GET",version=""\} 1/,
    )
    // A path that a client made up has no series of its own.
    expect(text).not.toContain('nosuchthings')
    expect(text).toMatch(/^authentication_attempts\{result="success"\} \d+$/m)
    expect(text).toMatch(/^apiserver_resource_objects\{group="",resource="namespaces"\} 4$/m)
    expect(text).toMatch(
      /^apiserver_resource_objects\{group="rbac.authorization.k8s.io",resource="clusterroles"\} \d\d$/m,
    )
    // It was deprecated three releases ago.
    expect(text).not.toContain('apiserver_storage_objects')
    expect(text).toMatch(/^process_resident_memory_bytes \d\.\d+e\+0[789]$/m)
    expect(text).toMatch(
      /^apiserver_selfrequest_total\{group="",resource="namespaces",subresource="",verb="POST"\} \d+$/m,
    )
  })

  it('count watches that are open, and their events', async () => {
    const watching = new AbortController()
    const response = await server.generic.handleInProcess({
      method: 'GET',
      path: '/api/v1/namespaces?watch=1',
      headers: { authorization: `Bearer ${server.loopbackToken}` },
      signal: watching.signal,
    })
    const events = (response.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
    expect((await events.next()).done).toBe(false)
    const { text } = await get('/metrics')
    watching.abort()
    expect(text).toMatch(/^apiserver_watch_events_total\{group="",resource="namespaces",version="v1"\} [1-9]\d*$/m)
    expect(text).toMatch(/^apiserver_longrunning_requests\{.*resource="namespaces",.*verb="WATCH",version="v1"\} 1$/m)
  })

  it('show health checks as service level indicators', async () => {
    await get('/readyz')
    expect((await get('/metrics/slis')).text).toContain('kubernetes_healthcheck{name="ping",type="readyz"} 1\n')
  })

  it('show state and flags', async () => {
    expect((await get('/statusz')).text).toMatch(
      /^\napiserver statusz\nWarning: .*\n\nStarted: .* UTC \d+\nUp: 0 hr 00 min \d\d sec\nGo version: .*\nBinary version: 1\.37\.2\nEmulation version: 1\.37\nPaths: \/flagz \/healthz \/livez \/metrics \/readyz \/statusz \/version\n$/,
    )
    const accept = 'application/json;v=v1beta1;g=config.k8s.io;as=Statusz'
    expect(JSON.parse((await get('/statusz', { accept })).text)).toMatchObject({
      kind: 'Statusz',
      apiVersion: 'config.k8s.io/v1beta1',
      metadata: { name: 'apiserver' },
      binaryVersion: '1.37.2',
    })
    expect((await get('/statusz', { accept: 'application/json' })).status).toBe(406)
    expect((await get('/flagz')).text).toMatch(/\n\nbind-address=::1\nsecure-port=6443\n$/)
  })

  it('have profiles, and no files of logs unless asked for', async () => {
    expect((await get('/debug/pprof/')).text).toContain('profile')
    const profile = await get('/debug/pprof/profile?seconds=0.05')
    expect(JSON.parse(profile.text)).toHaveProperty('nodes')
    expect((await get('/debug/pprof/nothing')).status).toBe(404)
    expect((await get('/logs')).status).toBe(404)
  })
})
