import { type IncomingMessage, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Duplex } from 'node:stream'
import { TestServer } from '@apimachinery/server/testing'
import { Node, Pod } from 'apimachinery/api/core/v1'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newCertificate, newCertificateAuthority } from '../../src/certificates/new-certificate.js'
import { API } from '../customresources/api.js'
import { type EchoServer, startEchoServer } from './echo-server.js'

// After upgradeaware_test.go of k8s.io/apimachinery, TestProxyUpgrade of k8s.io/kube-aggregator, streamtunnel_test.go of
// k8s.io/apiserver.

let server: TestServer
let echo: EchoServer
let address: { readonly url: string; readonly certificateAuthority: string }
let token: string
/** Users who may read logs of pods, and run commands in them. */
let tokens: Readonly<Record<'reader' | 'runner', string>>
const group = 'echo.example.com'

beforeAll(async () => {
  const notBefore = new Date(Date.now() - 60_000)
  const authority = await newCertificateAuthority('echo-authority', notBefore)
  const hosts = ['echo.sea.svc', '127.0.0.1']
  echo = await startEchoServer(
    await newCertificate(authority, { commonName: 'echo', hosts, usage: 'server', notBefore }),
  )
  server = await TestServer.start({
    resolveService: async () => ({ host: '127.0.0.1', port: echo.port }),
    aggregation: { checksServices: false },
    admissionPlugins: { disable: ['ServiceAccount'] },
    users: { reader: {}, runner: {} },
  })
  address = await server.listen()
  const tokenOf = async (user?: string) => JSON.parse(await server.kubeconfig(user)).users[0].user.token as string
  token = await tokenOf()
  tokens = { reader: await tokenOf('reader'), runner: await tokenOf('runner') }
  const api = new API(server)
  const streams = ['pods/exec', 'pods/attach', 'pods/portforward']
  for (const [name, verbs] of Object.entries({ reader: ['get'], runner: ['get', 'create'] })) {
    const rbac = '/apis/rbac.authorization.k8s.io/v1'
    const rules = [{ apiGroups: [''], resources: streams, verbs }]
    await api.call('POST', `${rbac}/clusterroles`, { metadata: { name }, rules })
    const apiGroup = 'rbac.authorization.k8s.io'
    const roleRef = { apiGroup, kind: 'ClusterRole', name }
    const subjects = [{ apiGroup, kind: 'User', name }]
    await api.call('POST', `${rbac}/clusterrolebindings`, { metadata: { name }, roleRef, subjects })
  }
  const apiServices = '/apis/apiregistration.k8s.io/v1/apiservices'
  await api.call('POST', apiServices, {
    metadata: { name: `v1.${group}` },
    spec: {
      group,
      version: 'v1',
      groupPriorityMinimum: 10,
      versionPriority: 10,
      service: { namespace: 'sea', name: 'echo' },
      caBundle: Buffer.from(authority.certificate).toString('base64'),
    },
  })
  await api.until(`${apiServices}/v1.${group}`, ({ body }) => body.status?.conditions?.[0]?.status === 'True')
  const node = await server.client.create(new Node({ metadata: { name: 'n' } }))
  node.status = {
    addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
    daemonEndpoints: { kubeletEndpoint: { Port: echo.port } },
  }
  await server.client.resource(Node).updateStatus(node)
  const spec = { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] }
  await server.client.create(new Pod({ metadata: { name: 'p', namespace: 'default' }, spec }))
  await server.client.create(new Pod({ metadata: { name: 'refuse', namespace: 'default' }, spec }))
})
afterAll(async () => {
  await server.stop()
  await echo.stop()
})

type Outcome =
  | { readonly switched: true; readonly answer: IncomingMessage; readonly stream: Duplex; readonly head: string }
  | { readonly switched: false; readonly answer: IncomingMessage; readonly body: string }

/** Asks for another protocol as kubectl does. */
function ask(path: string, headers: Record<string, string> = {}, method = 'POST'): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const outgoing = (address.url.startsWith('https') ? secureRequest : request)(address.url, {
      path,
      method,
      agent: false,
      ca: address.certificateAuthority,
      headers: { authorization: `Bearer ${token}`, connection: 'Upgrade', upgrade: 'SPDY/3.1', ...headers },
    })
    outgoing.once('error', reject)
    outgoing.once('upgrade', (answer: IncomingMessage, stream: Duplex, head: Buffer) =>
      resolve({ switched: true, answer, stream, head: head.toString() }),
    )
    outgoing.once('response', async (answer: IncomingMessage) => {
      let body = ''
      for await (const chunk of answer) body += chunk
      resolve({ switched: false, answer, body })
    })
    outgoing.end()
  })
}

async function switched(
  path: string,
  headers?: Record<string, string>,
  method?: string,
): Promise<Extract<Outcome, { switched: true }>> {
  const outcome = await ask(path, headers, method)
  if (!outcome.switched) throw new Error(`${outcome.answer.statusCode}: ${outcome.body}`)
  return outcome
}

/** Reads until all of a text is there. */
async function heard(stream: Duplex, text: string, before = ''): Promise<void> {
  let all = before
  while (!all.includes(text)) {
    const chunk = stream.read() as Buffer | null
    if (chunk !== null) all += chunk
    else if (stream.readableEnded || stream.destroyed) throw new Error(`only heard ${all}`)
    else await new Promise((resolve) => stream.once('readable', resolve).once('close', resolve))
  }
}

const noneOpen = () => expect.poll(() => echo.open.size, { timeout: 30_000, interval: 5 }).toBe(0)

const exec = '/api/v1/namespaces/default/pods/p/exec?command=ls&stdin=true&stdout=true'

describe.each([
  ['the kubelet of a pod', exec, '/exec/default/p/c?'],
  ['an aggregated server', `/apis/${group}/v1/connect?x=y`, `/apis/${group}/v1/connect?x=y`],
])('a request for another protocol to %s', (_name, path, reached) => {
  it('is forwarded unchanged, as are the bytes of both sides', async () => {
    const { answer, stream, head } = await switched(path, { 'x-stream-protocol-version': 'v4.channel.k8s.io' })
    expect(answer.statusCode).toBe(101)
    expect(answer.headers).toMatchObject({
      connection: 'Upgrade',
      upgrade: 'SPDY/3.1',
      'x-stream-protocol-version': 'v4.channel.k8s.io',
    })
    const last = echo.seen.at(-1)
    expect(last?.url).toContain(reached)
    expect(last).toMatchObject({ method: 'POST', headers: { connection: 'Upgrade', upgrade: 'SPDY/3.1' } })
    expect(last?.headers.authorization).toBeUndefined()
    await heard(stream, 'hello', head)
    const large = Buffer.alloc(3_000_000, 'x')
    stream.write(large)
    let received = 0
    while (received < large.length) {
      const chunk = stream.read() as Buffer | null
      if (chunk !== null) received += chunk.length
      else await new Promise((resolve) => stream.once('readable', resolve))
    }
    expect(received).toBe(large.length)
    stream.write('bye')
    await heard(stream, 'bye')
    await new Promise((resolve) => stream.resume().once('close', resolve))
    await noneOpen()
  })

  it('ends on the other side when the client disconnects', async () => {
    const { stream } = await switched(path)
    expect(echo.open.size).toBe(1)
    stream.destroy()
    await noneOpen()
  })

  it('keeps a token in a sub-protocol to itself', async () => {
    const code = Buffer.from(token).toString('base64url')
    const protocols = `base64url.bearer.authorization.k8s.io.${code}, v4.channel.k8s.io`
    const { stream } = await switched(path, { upgrade: 'websocket', 'sec-websocket-protocol': protocols })
    expect(echo.seen.at(-1)?.headers['sec-websocket-protocol']).toBe('v4.channel.k8s.io')
    stream.destroy()
    await noneOpen()
  })
})

describe('the path to an aggregated server', () => {
  const base = `/apis/${group}/v1/namespaces/mine`
  const dotted = [`${base}/things/../../other/things/x`, `${base}/a/%2e%2e/%2E./other/b`, `${base}/a/.%2e\\..\\b//c`]

  // What was authorized is the path as it was sent: it leads nowhere else behind the aggregator.
  it.each(dotted)('%s of an upgrade is as it was sent', async (path) => {
    const { stream } = await switched(path)
    expect(echo.seen.at(-1)?.url).toBe(path)
    stream.destroy()
    await noneOpen()
  })

  it.each(dotted)('%s is as it was sent', async (path) => {
    const outcome = await ask(path, { connection: 'close' }, 'GET')
    expect('body' in outcome && JSON.parse(outcome.body).url).toBe(path)
  })
})

describe('an answer that does not switch', () => {
  it.each(['/api/v1/namespaces/default/pods/refuse/exec?command=ls', `/apis/${group}/v1/refuse`])(
    'is handed on where it refuses: %s',
    async (path) => {
      const outcome = await ask(path)
      expect(outcome).toMatchObject({ switched: false, body: 'no\n' })
      expect(outcome.answer.statusCode).toBe(403)
      expect(outcome.answer.headers).toMatchObject({ 'x-why': 'told', connection: 'close' })
    },
  )

  it('is an error where it does not', async () => {
    const outcome = await ask(`/apis/${group}/v1/plain`)
    expect(outcome).toMatchObject({ switched: false, body: 'invalid upgrade response: status code 200\n' })
    expect(outcome.answer.statusCode).toBe(503)
  })

  it('is missing where no port is open', async () => {
    const node = await server.client.create(new Node({ metadata: { name: 'gone' } }))
    node.status = {
      addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
      daemonEndpoints: { kubeletEndpoint: { Port: 1 } },
    }
    await server.client.resource(Node).updateStatus(node)
    const spec = { nodeName: 'gone', containers: [{ name: 'c', image: 'i' }] }
    await server.client.create(new Pod({ metadata: { name: 'gone', namespace: 'default' }, spec }))
    const outcome = await ask('/api/v1/namespaces/default/pods/gone/exec?command=ls')
    expect(outcome.answer.statusCode).toBe(500)
    expect('body' in outcome && JSON.parse(outcome.body).message).toBe(
      'error dialing backend: dial tcp 127.0.0.1:1: connect: connection refused',
    )
  })
})

describe('SPDY inside a web socket', () => {
  const headers = {
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.alloc(16, 1).toString('base64'),
    'sec-websocket-protocol': 'SPDY/3.1+portforward.k8s.io',
  }

  it('reaches a kubelet that speaks SPDY alone', async () => {
    const path = '/api/v1/namespaces/default/pods/p/portforward'
    const { answer, stream, head } = await switched(path, headers, 'GET')
    expect(answer.headers['sec-websocket-protocol']).toBe('SPDY/3.1+portforward.k8s.io')
    const last = echo.seen.at(-1)
    expect(last).toMatchObject({
      method: 'POST',
      url: '/portForward/default/p',
      headers: { upgrade: 'SPDY/3.1', 'x-stream-protocol-version': 'portforward.k8s.io' },
    })
    expect(last?.headers['sec-websocket-key']).toBeUndefined()
    await heard(stream, 'hello', head)
    // A masked binary frame of four bytes.
    stream.write(Buffer.concat([Buffer.from([0x82, 0x84, 0, 0, 0, 0]), Buffer.from('ping')]))
    await heard(stream, 'ping')
    stream.destroy()
    await noneOpen()
  })

  it('is refused as the kubelet refuses it', async () => {
    const outcome = await ask('/api/v1/namespaces/default/pods/refuse/portforward', headers, 'GET')
    expect(outcome).toMatchObject({ switched: false, body: 'no\n' })
    expect(outcome.answer.statusCode).toBe(403)
  })
})

// Since 1.35: before, users with `get` on pods/exec could run commands through a web socket.
describe.each(['exec', 'attach', 'portforward'])('a web socket for %s', (name) => {
  const path = `/api/v1/namespaces/default/pods/p/${name}?command=ls&stdout=true`
  const webSocket = { upgrade: 'websocket', 'sec-websocket-protocol': 'v4.channel.k8s.io' }

  it('is for those who may create', async () => {
    const outcome = await ask(path, { ...webSocket, authorization: `Bearer ${tokens.reader}` }, 'GET')
    expect(outcome.answer.statusCode).toBe(403)
    expect('body' in outcome && JSON.parse(outcome.body).message).toBe(
      `pods "p" is forbidden: User "reader" cannot create resource "pods/${name}" in API group "" in the namespace "default"`,
    )
    const { stream } = await switched(path, { ...webSocket, authorization: `Bearer ${tokens.runner}` }, 'GET')
    stream.destroy()
    await noneOpen()
  })
})
