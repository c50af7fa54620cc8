import type { IncomingHttpHeaders } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { TestServer } from '@apimachinery/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newCertificate, newCertificateAuthority } from '../../src/certificates/new-certificate.js'
import { API, type Body } from '../customresources/api.js'

// After handler_proxy_test.go, handler_discovery_test.go and remote_available_controller_test.go of k8s.io/kube-aggregator.

interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly client: string | undefined
  readonly body: string
}

const group = 'wardle.example.com'
const seen: Seen[] = []
let remote: Server
let server: TestServer
let api: API
let caBundle: string
let broken = false

const resources = {
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: `${group}/v1`,
  resources: [{ name: 'flunders', singularName: 'flunder', namespaced: true, kind: 'Flunder', verbs: ['get', 'list'] }],
}

beforeAll(async () => {
  const notBefore = new Date(Date.now() - 60_000)
  const authority = await newCertificateAuthority('aggregated', notBefore)
  const certificate = (commonName: string, usage: 'server' | 'client', hosts: string[]) =>
    newCertificate(authority, { commonName, hosts, usage, notBefore })
  const serving = await certificate('wardle', 'server', ['wardle.wardle.svc'])
  const proxy = await certificate('front-proxy', 'client', [])
  caBundle = Buffer.from(authority.certificate).toString('base64')
  remote = createServer(
    {
      cert: serving.certificate,
      key: serving.key,
      ca: authority.certificate,
      requestCert: true,
      rejectUnauthorized: false,
    },
    async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const { method, url, headers, socket } = request
      const client = (socket as TLSSocket).getPeerCertificate()?.subject?.CN
      const name = Array.isArray(client) ? client[0] : client
      seen.push({ method, url, headers, client: name, body: Buffer.concat(chunks).toString('utf8') })
      const answer = (status: number, body: object): void => {
        response.writeHead(status, { 'content-type': 'application/json', 'x-remote': 'yes' })
        response.end(JSON.stringify(body))
      }
      if (broken) return answer(500, {})
      if (url === '/openapi/v3')
        return answer(200, {
          paths: { [`apis/${group}/v1`]: { serverRelativeURL: `/openapi/v3/apis/${group}/v1?hash=ABC` } },
        })
      if (url === `/openapi/v3/apis/${group}/v1?hash=ABC`)
        return answer(200, { openapi: '3.0.0', paths: { [`/apis/${group}/v1/flunders`]: {} } })
      if (url === '/openapi/v2') {
        const paths = { [`/apis/${group}/v1/flunders`]: { get: {} }, '/apis/other/v1/things': {} }
        return answer(200, { swagger: '2.0', paths, definitions: { 'com.example.Flunder': { type: 'object' } } })
      }
      if (url === `/apis/${group}/v1`) return answer(200, resources)
      if (url?.startsWith(`/apis/${group}/v1/away`)) {
        response.writeHead(307, { location: 'https://example.com/' })
        return response.end()
      }
      if (url?.startsWith(`/apis/${group}/v1/stream`)) {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.write('{"first":true}\n')
        return
      }
      if (url?.startsWith(`/apis/${group}/v1/`)) return answer(201, { kind: 'Flunder', url })
      return answer(404, {})
    },
  )
  await new Promise<void>((resolve) => remote.listen(0, '127.0.0.1', resolve))
  const { port } = remote.address() as AddressInfo
  server = await TestServer.start({
    users: { alice: { groups: ['team-a'], extra: { 'example.com/scope': ['a', 'b'] } } },
    resolveService: async () => ({ host: '127.0.0.1', port }),
    aggregation: {
      checksServices: false,
      certificate: () => ({ cert: proxy.certificate, key: proxy.key }),
    },
  })
  api = new API(server)
})
afterAll(async () => {
  await server.stop()
  remote.closeAllConnections()
  await new Promise((resolve) => remote.close(resolve))
})

const apiServices = '/apis/apiregistration.k8s.io/v1/apiservices'
const apiService = (version: string, spec: object = {}): Body => ({
  apiVersion: 'apiregistration.k8s.io/v1',
  kind: 'APIService',
  metadata: { name: `${version}.${group}` },
  spec: {
    group,
    version,
    groupPriorityMinimum: 2000,
    versionPriority: 10,
    service: { namespace: 'wardle', name: 'wardle' },
    caBundle,
    ...spec,
  },
})
const available = ({ body }: { readonly body: Body }) => body.status?.conditions?.[0] ?? {}

describe('an aggregator', () => {
  it('registers what the server serves itself', async () => {
    const { body } = await api.get(apiServices)
    const found = Object.fromEntries(body.items.map(({ metadata, spec }: Body) => [metadata.name, spec]))
    expect(found['v1.']).toEqual({ version: 'v1', groupPriorityMinimum: 18000, versionPriority: 1 })
    expect(found['v2.autoscaling']).toMatchObject({ groupPriorityMinimum: 17500, versionPriority: 30 })
    expect(Object.keys(found)).toContain('v1.apps')
    expect(Object.keys(found)).not.toContain('v1.apiregistration.k8s.io')
    const { body: groups } = await api.get('/apis')
    expect(groups.groups.slice(0, 2).map(({ name }: Body) => name)).toEqual(['apiregistration.k8s.io', 'apps'])
  })

  it('checks a server before it proxies requests, and shows it in discovery', async () => {
    await api.call('POST', apiServices, apiService('v1'))
    const answer = await api.until(`${apiServices}/v1.${group}`, (each) => available(each).status === 'True')
    expect(available(answer)).toMatchObject({ reason: 'Passed', message: 'all checks passed' })
    const checked = seen.find(({ headers }) => headers['x-remote-user'] === 'system:kube-aggregator')
    expect(checked).toMatchObject({ client: 'front-proxy', headers: { 'x-remote-group': 'system:masters' } })
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
    const found = async () => {
      const { body } = await api.get('/apis', { accept })
      return body.items.find(({ metadata }: Body) => metadata.name === group)?.versions[0]
    }
    await expect
      .poll(found, { timeout: 30_000 })
      .toMatchObject({ freshness: 'Current', resources: [{ resource: 'flunders', scope: 'Namespaced' }] })
    const { body: own } = await api.get(`/apis/${group}`)
    expect(own.versions).toEqual([{ groupVersion: `${group}/v1`, version: 'v1' }])
    expect((await api.get(`/apis/${group}/v1`)).body).toEqual(resources)
  })

  it('proxies requests as their users, with its own certificate', async () => {
    seen.length = 0
    const path = `/apis/${group}/v1/namespaces/sea/flunders?fieldManager=me`
    const answer = await api.call(
      'POST',
      path,
      { kind: 'Flunder' },
      { 'x-remote-user': 'somebody', 'x-remote-extra-a': 'b' },
    )
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({ kind: 'Flunder', url: path })
    expect(answer.headers.get('x-remote')).toBe('yes')
    // The server asks about its availability in between.
    const handed = seen.find(({ method }) => method === 'POST')
    expect(handed).toMatchObject({
      method: 'POST',
      url: path,
      client: 'front-proxy',
      body: '{"kind":"Flunder"}',
      headers: { 'x-remote-user': 'admin', 'content-type': 'application/json' },
    })
    expect(handed?.headers.authorization).toBeUndefined()
    expect(handed?.headers['x-remote-extra-a']).toBeUndefined()
  })

  it('proxies requests as the impersonated user, once', async () => {
    seen.length = 0
    const path = `/apis/${group}/v1/namespaces/sea/flunders`
    const as = { 'impersonate-user': 'other', 'impersonate-group': 'system:masters', 'impersonate-extra-a': 'b' }
    expect((await api.call('POST', path, { kind: 'Flunder' }, as)).status).toBe(201)
    const handed = seen.find(({ method }) => method === 'POST')
    expect(handed?.headers).toMatchObject({ 'x-remote-user': 'other', 'x-remote-extra-a': 'b' })
    expect(Object.keys(handed?.headers ?? {}).filter((name) => name.startsWith('impersonate-'))).toEqual([])
  })

  it('shows the documents of other servers among its own', async () => {
    const index = JSON.parse((await api.get('/openapi/v3')).body)
    expect(index.paths[`apis/${group}/v1`]).toEqual({ serverRelativeURL: `/openapi/v3/apis/${group}/v1?hash=ABC` })
    const { body: v3 } = await api.get(`/openapi/v3/apis/${group}/v1?hash=ABC`)
    expect(Object.keys(v3.paths)).toEqual([`/apis/${group}/v1/flunders`])
    const { body: v2 } = await api.get('/openapi/v2')
    expect(v2.paths[`/apis/${group}/v1/flunders`]).toEqual({ get: {} })
    expect(v2.paths['/apis/other/v1/things']).toBeUndefined()
    expect(v2.definitions['com.example.Flunder']).toEqual({ type: 'object' })
    expect(v2.definitions['io.k8s.api.core.v1.Pod']).toBeDefined()
  })

  it('passes streams on as they come', async () => {
    const stream = await api.watch(`/apis/${group}/v1/stream?watch=1`)
    expect(await stream.next()).toEqual({ first: true })
    await stream.cancel()
  })

  it('does not forward redirects', async () => {
    const { status, body } = await api.get(`/apis/${group}/v1/away`)
    expect(status).toBe(502)
    expect(body).toBe('the backend attempted to redirect this request, which is not permitted')
  })

  it('answers 503 for unavailable servers', async () => {
    broken = true
    await api.call('POST', apiServices, apiService('v2'))
    const answer = await api.until(`${apiServices}/v2.${group}`, (each) => available(each).status === 'False')
    expect(available(answer).reason).toBe('FailedDiscoveryCheck')
    expect(available(answer).message).toMatch(
      /^failing or missing response from https:\/\/127\.0\.0\.1:\d+\/apis\/wardle\.example\.com\/v2: bad status from https:.*: 500$/,
    )
    const refused = await api.get(`/apis/${group}/v2/namespaces/sea/flunders`)
    expect(refused).toMatchObject({ status: 503, body: 'service unavailable\n' })
    const { body: metrics } = await api.get('/metrics')
    expect(metrics).toContain(`aggregator_unavailable_apiservice{name="v2.${group}"} 1\n`)
    expect(metrics).toContain('aggregator_unavailable_apiservice{name="v1.apps"} 0\n')
    broken = false
    await api.call('DELETE', `${apiServices}/v2.${group}`)
  })

  it('rejects servers with untrusted certificates', async () => {
    await api.call('POST', apiServices, apiService('v3', { caBundle: undefined }))
    const answer = await api.until(`${apiServices}/v3.${group}`, (each) => available(each).status === 'False')
    expect(available(answer).reason).toBe('FailedDiscoveryCheck')
    const insecure = apiService('v3', { caBundle: undefined, insecureSkipTLSVerify: true })
    await api.call('PATCH', `${apiServices}/v3.${group}`, { spec: insecure.spec })
    // It is reached now, and has no such version.
    await api.until(`${apiServices}/v3.${group}`, (each) => /: 404$/.test(available(each).message ?? ''))
    await api.call('DELETE', `${apiServices}/v3.${group}`)
  })

  it('removes a group with its last APIService', async () => {
    await api.call('DELETE', `${apiServices}/v1.${group}`)
    await api.until(`/apis/${group}`, ({ status }) => status === 404)
    expect((await api.get(`/apis/${group}/v1/namespaces/sea/flunders`)).body).toBe('404 page not found\n')
  })
})

describe('the checks of a service', () => {
  it('say in the words of upstream what is missing', async () => {
    const strict = await TestServer.start()
    const calls = new API(strict)
    try {
      await calls.call('POST', apiServices, apiService('v1'))
      const path = `${apiServices}/v1.${group}`
      const reason = (wanted: string) => calls.until(path, (each) => available(each).reason === wanted)
      expect(available(await reason('ServiceNotFound')).message).toBe('service/wardle in "wardle" is not present')
      await calls.call('POST', '/api/v1/namespaces', { metadata: { name: 'wardle' } })
      const service = { metadata: { name: 'wardle' }, spec: { ports: [{ name: 'api', port: 8443 }] } }
      await calls.call('POST', '/api/v1/namespaces/wardle/services', service)
      expect(available(await reason('ServicePortError')).message).toBe(
        'service/wardle in "wardle" is not listening on port 443',
      )
      await calls.call('PATCH', '/api/v1/namespaces/wardle/services/wardle', {
        spec: { ports: [{ name: 'api', port: 443 }] },
      })
      expect(available(await reason('EndpointsNotFound')).message).toBe(
        'cannot find endpointslices for service/wardle in "wardle"',
      )
      await calls.call('POST', '/apis/discovery.k8s.io/v1/namespaces/wardle/endpointslices', {
        metadata: { name: 'wardle-1', labels: { 'kubernetes.io/service-name': 'wardle' } },
        addressType: 'IPv4',
        endpoints: [{ addresses: ['192.0.2.1'], conditions: { ready: false } }],
        ports: [{ name: 'api', port: 8443 }],
      })
      expect(available(await reason('MissingEndpoints')).message).toBe(
        'endpointslices for service/wardle in "wardle" have no addresses with port name "api"',
      )
    } finally {
      await strict.stop()
    }
  })
})
