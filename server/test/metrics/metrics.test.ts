import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APIServer } from '../../src/kubernetes/api-server.js'
import { floatOf } from '../../src/metrics/exposition.js'
import { MetricRegistry } from '../../src/metrics/metric-registry.js'

describe('a registry', () => {
  it('writes families sorted by name, in the text of Go', async () => {
    const registry = new MetricRegistry()
    const sizes = registry.histogram({
      name: 'sizes',
      help: 'Sizes.',
      stability: 'ALPHA',
      labels: ['kind'],
      buckets: [1, 2e6],
    })
    registry.counter({ name: 'empty_total', help: 'Nothing.', labels: ['kind'] })
    const total = registry.counter({ name: 'a_total', help: 'A.', stability: 'STABLE', labels: ['code', 'verb'] })
    sizes.labels('x').observe(1)
    sizes.labels('x').observe(3e6)
    total.labels('404', 'GET').inc()
    total.labels('200', 'GET').inc(2)
    expect(await registry.text()).toBe(
      [
        '# HELP a_total [STABLE] A.',
        '# TYPE a_total counter',
        'a_total{code="200",verb="GET"} 2',
        'a_total{code="404",verb="GET"} 1',
        '# HELP sizes [ALPHA] Sizes.',
        '# TYPE sizes histogram',
        'sizes_bucket{kind="x",le="1"} 1',
        'sizes_bucket{kind="x",le="2e+06"} 1',
        'sizes_bucket{kind="x",le="+Inf"} 2',
        'sizes_sum{kind="x"} 3.000001e+06',
        'sizes_count{kind="x"} 2',
        '',
      ].join('\n'),
    )
    expect(() => total.labels('200')).toThrow('expected 2 label values but got 1')
    expect(() => registry.counter({ name: 'a_total', help: '' })).toThrow('a_total')
  })
})

describe('a number in the text of metrics', () => {
  it.each([
    [0, '0'],
    [1, '1'],
    [-1, '-1'],
    [0.1 + 0.2, '0.30000000000000004'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [5e-7, '5e-07'],
    [10e-9 * 10 * 10 * 10, '9.999999999999999e-06'],
    [999999, '999999'],
    [1_000_000, '1e+06'],
    [1_050_000, '1.05e+06'],
    [1795486080.1981509, '1.7954860801981509e+09'],
    [1e100, '1e+100'],
    [-12_345_678, '-1.2345678e+07'],
    [Number.POSITIVE_INFINITY, '+Inf'],
    [Number.NEGATIVE_INFINITY, '-Inf'],
    [Number.NaN, 'NaN'],
  ])('%d is printed as Go prints it', (value, text) => {
    expect(floatOf(value)).toBe(text)
  })

  it('has that form as a value, as a bound and as a sum, and labels are escaped', async () => {
    const registry = new MetricRegistry()
    registry
      .gauge({ name: 'a', help: 'one\\two\nthree "four"', labels: ['x'] })
      .labels('"\\\n')
      .set(2_000_000)
    const sizes = registry.histogram({ name: 'b', help: 'B.', buckets: [1e6] })
    for (let count = 0; count < 2; count++) sizes.labels().observe(5e5)
    sizes.labels().count = 3_000_000
    expect((await registry.text()).split('\n').filter((line) => line !== '' && !line.startsWith('# TYPE'))).toEqual([
      '# HELP a one\\\\two\\nthree "four"',
      'a{x="\\"\\\\\\n"} 2e+06',
      '# HELP b B.',
      'b_bucket{le="1e+06"} 2',
      'b_bucket{le="+Inf"} 3e+06',
      'b_sum 1e+06',
      'b_count 3e+06',
    ])
  })
})

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
    expect(text).toMatch(/^apiserver_storage_objects\{resource="clusterroles.rbac.authorization.k8s.io"\} \d\d$/m)
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
      /^\napiserver statusz\nWarning: .*\n\nStarted: .* UTC \d+\nUp: 0 hr 00 min \d\d sec\nGo version: .*\nBinary version: 1\.36\.3\nEmulation version: 1\.36\nPaths: \/flagz \/healthz \/livez \/metrics \/readyz \/statusz \/version\n$/,
    )
    const accept = 'application/json;v=v1beta1;g=config.k8s.io;as=Statusz'
    expect(JSON.parse((await get('/statusz', { accept })).text)).toMatchObject({
      kind: 'Statusz',
      apiVersion: 'config.k8s.io/v1beta1',
      metadata: { name: 'apiserver' },
      binaryVersion: '1.36.3',
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
