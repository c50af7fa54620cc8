import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Endpoints, Node, Pod, Service } from 'apimachinery/api/core/v1'
import { EndpointSlice } from 'apimachinery/api/discovery/v1'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClusterConnector, type ForwardRequest, networkConnector } from '../../src/kinds/core/kubelet/connector.js'
import { hostURL } from '../../src/kinds/core/kubelet/host-url.js'
import { proxyableAddress, proxyableHost } from '../../src/kinds/core/kubelet/proxyable-address.js'
import { type InProcess, startInProcess } from './in-process.js'

const elsewhere = { loopback: false }

/** Addresses that lead to the machine of the server, to its link, to many machines or to none. */
const refused = [
  '127.0.0.1',
  '127.255.255.254',
  '127.000.000.001',
  '0.0.0.0',
  '::',
  '0:0:0:0:0:0:0:0',
  '::1',
  '0:0:0:0:0:0:0:1',
  '0000:0000:0000:0000:0000:0000:0000:0001',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:7f00:0001',
  '::ffff:0.0.0.0',
  '::ffff:169.254.169.254',
  '169.254.169.254',
  '224.0.0.1',
  '239.255.255.255',
  '255.255.255.255',
  'fe80::1',
  'febf::1',
  'ff02::1',
  'ff05::2',
  '',
  'localhost',
  '0x7f.0.0.1',
  '2130706433',
  '127.1',
  'fe80::1%lo',
]

describe('an address of a proxy', () => {
  it.each(refused)('%s is refused', (address) => {
    expect(() => proxyableAddress(address, elsewhere)).toThrow('address not allowed')
  })

  it.each([
    ['192.0.2.9', '192.0.2.9'],
    ['10.0.0.1', '10.0.0.1'],
    // Zeros are decimal for Kubernetes, and octal for URLs: it must be dialled as it was checked.
    ['0177.0.0.1', '177.0.0.1'],
    ['010.8.0.1', '10.8.0.1'],
    ['::ffff:192.0.2.9', '192.0.2.9'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['fec0::1', 'fec0::1'],
    ['fd00::7', 'fd00::7'],
  ])('%s is dialled as %s', (address, dialled) => {
    expect(proxyableAddress(address, elsewhere)).toBe(dialled)
  })

  it('may be of the loopback where that was asked for, and of no link even then', () => {
    expect(proxyableAddress('::ffff:127.0.0.1', { loopback: true })).toBe('127.0.0.1')
    expect(proxyableAddress('::1', { loopback: true })).toBe('::1')
    expect(() => proxyableAddress('169.254.169.254', { loopback: true })).toThrow('address not allowed')
    expect(() => proxyableAddress('0.0.0.0', { loopback: true })).toThrow('address not allowed')
  })
})

describe('a name of a proxy', () => {
  it.each([
    [['192.0.2.1', '127.0.0.1'], 'address not allowed'],
    [['::ffff:127.0.0.1'], 'address not allowed'],
    [[], 'no addresses for hostname'],
  ])('with the addresses %j is refused', async (addresses, message) => {
    await expect(proxyableHost('node.example', async () => addresses)).rejects.toThrow(message)
  })

  it.each([
    '127.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    'a@127.0.0.1',
    '127.0.0.1/',
    '127.0.0.1:80',
    '１２７.0.0.1',
    '',
  ])('is none of the other forms of an address: %s', async (name) => {
    const all = async (): Promise<string[]> => ['192.0.2.1']
    await expect(proxyableHost(name, all)).rejects.toThrow(`lookup ${name}: no such host`)
  })

  it('has the addresses that were checked', async () => {
    expect(await proxyableHost('node.example', async () => ['192.0.2.1', '2001:db8:0::1'])).toEqual([
      '192.0.2.1',
      '2001:db8::1',
    ])
  })
})

describe('a URL of a host', () => {
  it.each([
    ['192.0.2.1', '80@127.0.0.1', 'unknown port'],
    ['192.0.2.1', '80/../x', 'unknown port'],
    ['192.0.2.1', '65536', 'invalid port'],
    ['user@127.0.0.1', '80', 'no such host'],
    ['127.0.0.1/x', '80', 'no such host'],
    ['0x7f.1', '80', 'no such host'],
  ])('%s and port %s give none', (host, port, message) => {
    expect(() => hostURL({ scheme: 'http', host, port })).toThrow(message)
  })

  it('has the host and the port', () => {
    expect(hostURL({ scheme: 'https', host: '2001:db8::1', port: '10250' }).href).toBe('https://[2001:db8::1]:10250/')
    expect(hostURL({ scheme: 'http', host: 'node-1.example', port: '' }).href).toBe('http://node-1.example/')
  })
})

describe('proxies', () => {
  let running: InProcess
  const asked: ForwardRequest[] = []
  const connector: ClusterConnector = {
    async forward(request) {
      asked.push(request)
      return { status: 200, headers: {}, body: (async function* () {})() }
    },
    upgrade: () => Promise.reject(new Error('none')),
    resolve: async (host) => (host === 'good.example' ? ['192.0.2.3'] : ['127.0.0.1']),
  }
  beforeAll(async () => {
    running = await startInProcess({ connector })
  })
  afterAll(() => running.server.stop())

  const get = async (path: string) => {
    asked.length = 0
    const headers = { authorization: `Bearer ${running.server.loopbackToken}` }
    const response = await running.server.generic.fetch(new Request(`https://localhost${path}`, { headers }))
    return { status: response.status, body: await response.text() }
  }
  const createPod = async (name: string, ip: string): Promise<void> => {
    const spec = { containers: [{ name: 'c', image: 'i' }], hostNetwork: name.startsWith('host') }
    const created = await running.client.create(new Pod({ metadata: { name, namespace: 'default' }, spec }))
    created.status = { phase: 'Running', podIPs: [{ ip }] }
    if (name.startsWith('host')) created.status.hostIP = ip
    await running.client.resource(Pod).namespace('default').updateStatus(created)
  }
  const createNode = async (name: string, type: string, address: string): Promise<void> => {
    const node = await running.client.create(new Node({ metadata: { name } }))
    node.status = { addresses: [{ type, address }] }
    await running.client.resource(Node).updateStatus(node)
  }

  it.each([
    ['any', '0.0.0.0'],
    ['any6', '::'],
    ['long', '0:0:0:0:0:0:0:1'],
    ['link', '169.254.169.254'],
    ['host', '127.0.0.1'],
    ['many', '224.0.0.251'],
  ])('of the pod %s with the address %s are refused', async (name, ip) => {
    await createPod(name, ip)
    const answer = await get(`/api/v1/namespaces/default/pods/${name}:8080/proxy/`)
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('address not allowed') })
    expect(asked).toEqual([])
  })

  it('of pods keep to the address, whatever stands behind the colon', async () => {
    await createPod('fine', '192.0.2.9')
    const base = '/api/v1/namespaces/default/pods/'
    for (const port of ['80@127.0.0.1', '80%40127.0.0.1', '@127.0.0.1', '80%2f..', '65536', '%23']) {
      const { status } = await get(`${base}fine:${port}/proxy/`)
      expect([port, status, asked.length]).toEqual([port, expect.toSatisfy((code: number) => code >= 400), 0])
    }
    expect((await get(`${base}http:fine:81/proxy/`)).status).toBe(200)
    expect(asked[0]?.url.href).toBe('http://192.0.2.9:81/')
  })

  // Source: `EscapedPath` of Go's net/url. What was decoded once is not decoded by the next one again.
  it.each([
    ['logs/%252e%252e/%252E%252e/exec', '/logs/%252e%252e/%252E%252e/exec'],
    ['a%5c..%5c..%5cb', '/a%5C..%5C..%5Cb'],
    ['a/.%09./.%0A./b', '/a/.%09./.%0A./b'],
    ['a%3Fx=y%23z', '/a%3Fx=y%23z'],
    ["a%20b/ü!'()*[]", '/a%20b/%C3%BC%21%27%28%29%2A%5B%5D'],
    ['$&+,:;=@-_.~', '/$&+,:;=@-_.~'],
  ])('hand on the path %s as %s', async (path, handedOn) => {
    await createPod('paths', '192.0.2.9').catch(() => undefined)
    expect((await get(`/api/v1/namespaces/default/pods/paths:81/proxy/${path}`)).status).toBe(200)
    expect(asked[0]?.url.href).toBe(`http://192.0.2.9:81${handedOn}`)
  })

  it.each([
    ['any', 'InternalIP', '0.0.0.0'],
    ['mapped', 'InternalIP', '::ffff:7f00:1'],
    ['one', 'ExternalIP', '0:0:0:0:0:0:0:1'],
    ['named', 'Hostname', 'evil.example'],
    ['short', 'Hostname', '127.1'],
  ])('of the node %s with the %s %s are refused, with and without a port', async (name, type, address) => {
    await createNode(name, type, address)
    for (const port of ['', ':10250', ':80']) {
      expect((await get(`/api/v1/nodes/${name}${port}/proxy/`)).status).toBe(400)
    }
    expect(asked).toEqual([])
  })

  it('of a node with a name are bound to the addresses that were checked', async () => {
    await createNode('good', 'Hostname', 'good.example')
    expect((await get('/api/v1/nodes/good/proxy/healthz')).status).toBe(200)
    expect(asked[0]).toMatchObject({ addresses: ['192.0.2.3'] })
    expect(asked[0]?.url.href).toBe('https://good.example:10250/healthz')
  })

  it('of a service are refused where its pod has such an address', async () => {
    // Endpoints may have it: they refuse multicast of the link alone.
    await createPod('backend', '239.1.1.1')
    const metadata = { name: 'svc', namespace: 'default' }
    await running.client.create(new Service({ metadata, spec: { ports: [{ port: 80 }] } }))
    const targetRef = { kind: 'Pod', name: 'backend', namespace: 'default' }
    const subsets = [{ addresses: [{ ip: '239.1.1.1', targetRef }], ports: [{ port: 80 }] }]
    await running.client.create(new Endpoints({ metadata, subsets }))
    await running.client.create(
      new EndpointSlice({
        metadata: { ...metadata, labels: { 'kubernetes.io/service-name': 'svc' } },
        addressType: 'IPv4',
        endpoints: [{ addresses: ['239.1.1.1'], targetRef }],
        ports: [{ name: '', port: 80 }],
      }),
    )
    expect((await get('/api/v1/namespaces/default/services/svc:80/proxy/')).status).toBe(400)
    expect(asked).toEqual([])
  })
})

describe('a bound connection', () => {
  let target: Server
  let seen = 0
  beforeAll(async () => {
    target = createServer((_, response) => {
      seen++
      response.end('reached')
    })
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => new Promise((resolve) => target.close(resolve)))

  const send = async (addresses: readonly string[]): Promise<number> => {
    const { port } = target.address() as AddressInfo
    const url = new URL(`http://localhost:${port}/`)
    const request = { url, method: 'GET', headers: {}, signal: new AbortController().signal, addresses }
    const { status, body } = await networkConnector().forward(request)
    for await (const _ of body);
    return status
  }

  it('goes to the address of the check, not to that of the name', async () => {
    expect(await send(['127.0.0.1'])).toBe(200)
    seen = 0
    // The name leads to the target, the checked address does not.
    await expect(send(['127.0.0.2'])).rejects.toThrow('connection refused')
    expect(seen).toBe(0)
  })

  it('of an upgrade too', async () => {
    const { port } = target.address() as AddressInfo
    const url = new URL(`http://localhost:${port}/`)
    const signal = new AbortController().signal
    const headers = { connection: 'Upgrade', upgrade: 'x' }
    const upgrade = networkConnector().upgrade({ url, method: 'GET', headers, signal, addresses: ['127.0.0.2'] })
    await expect(upgrade).rejects.toThrow('connection refused')
  })
})

describe('proxies with the option for tests', () => {
  it('reach a program on the same machine', async () => {
    const target = createServer((_, response) => response.end('from here'))
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
    const { server, client } = await startInProcess({ proxiesToLoopback: true })
    try {
      const spec = { containers: [{ name: 'c', image: 'i' }] }
      const pod = await client.create(new Pod({ metadata: { name: 'p', namespace: 'default' }, spec }))
      pod.status = { phase: 'Running', podIPs: [{ ip: '127.0.0.1' }] }
      await client.resource(Pod).namespace('default').updateStatus(pod)
      const { port } = target.address() as AddressInfo
      const path = `/api/v1/namespaces/default/pods/p:${port}/proxy/x`
      const headers = { authorization: `Bearer ${server.loopbackToken}` }
      const response = await server.generic.fetch(new Request(`https://localhost${path}`, { headers }))
      expect([response.status, await response.text()]).toEqual([200, 'from here'])
    } finally {
      await server.stop()
      target.closeAllConnections()
      target.close()
    }
  })
})
