import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { TestServer } from '@apimachinery/server/testing'
import { Node, Pod } from 'apimachinery/api/core/v1'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newCertificate, newCertificateAuthority } from '../../src/certificates/new-certificate.js'
import { ServedCluster } from './served-cluster.js'

// kubectl talks through this server with the streaming server of kubelets, in SPDY and in web sockets.

const run = promisify(execFile)
const source = fileURLToPath(new URL('kubelet', import.meta.url))
const cache = fileURLToPath(new URL('../../../.cache/', import.meta.url))
const program = join(cache, 'kubelet')
const has = (command: string, ...args: string[]): boolean => spawnSync(command, args, { timeout: 20_000 }).status === 0
const wanted = process.env.INTEROP === '1' && has('go', 'version') && has('kubectl', 'version', '--client')
if (!wanted) console.warn('skipped without Go, kubectl and INTEROP=1: streams of kubectl (npm run interop -w server)')

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly error: string
}

describe.runIf(wanted).each([
  { name: 'SPDY', webSockets: 'false', flags: [], features: [] },
  { name: 'a web socket', webSockets: 'true', flags: [], features: [] },
  {
    name: 'a web socket, to a kubelet that says that it takes them',
    webSockets: 'true',
    flags: [],
    features: ['ExtendWebSocketsToKubelet'],
  },
  {
    name: 'a web socket, to a kubelet that knows SPDY alone',
    webSockets: 'true',
    flags: ['-no-websockets'],
    features: [],
  },
  { name: 'SPDY, below the path of a cluster', webSockets: 'false', flags: [], features: [], cluster: true },
  { name: 'a web socket, below the path of a cluster', webSockets: 'true', flags: [], features: [], cluster: true },
])('kubectl over $name', ({ webSockets, flags, features, cluster = false }) => {
  let folder: string
  let server: TestServer | ServedCluster
  let kubelet: ChildProcess
  let web: Server
  let environment: NodeJS.ProcessEnv

  beforeAll(async () => {
    mkdirSync(cache, { recursive: true })
    folder = mkdtempSync(join(tmpdir(), 'apimachinery-streams-'))
    await run('go', ['build', '-o', program, '.'], { cwd: source })
    const notBefore = new Date(Date.now() - 60_000)
    const authority = await newCertificateAuthority('kubelets', notBefore)
    const hosts = ['127.0.0.1']
    const pair = await newCertificate(authority, { commonName: 'kubelet', hosts, usage: 'server', notBefore })
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    }
    const files = [file('cert', pair.certificate), file('key', pair.key)]
    kubelet = spawn(program, [...files, ...flags], { stdio: ['pipe', 'pipe', 'inherit'] })
    const port = await new Promise<string>((resolve) =>
      createInterface(kubelet.stdout as NodeJS.ReadableStream).once('line', resolve),
    )
    server = await (cluster ? ServedCluster.start() : TestServer.start())
    await addPod(server instanceof ServedCluster ? server.server : server, Number(port), features)
    const kubeconfig = file('kubeconfig', await server.kubeconfig())
    environment = {
      ...process.env,
      HOME: folder,
      KUBECONFIG: kubeconfig,
      KUBECTL_REMOTE_COMMAND_WEBSOCKETS: webSockets,
      KUBECTL_PORT_FORWARD_WEBSOCKETS: webSockets,
    }
    web = createServer((request, response) => response.end(`you asked for ${request.url}`))
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  }, 280_000)

  afterAll(async () => {
    await server?.stop()
    kubelet?.stdin?.end()
    web?.closeAllConnections()
    await new Promise((resolve) => (web === undefined ? resolve(undefined) : web.close(resolve)))
    rmSync(folder, { recursive: true, force: true })
  })

  function start(...args: string[]): ChildProcess {
    return spawn('kubectl', args, { env: environment, timeout: 30_000 })
  }

  async function kubectl(input: string | undefined, ...args: string[]): Promise<Ended> {
    const child = start(...args)
    let [out, error] = ['', '']
    child.stdout?.on('data', (chunk) => {
      out += chunk
    })
    child.stderr?.on('data', (chunk) => {
      error += chunk
    })
    child.stdin?.end(input)
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    return { code, out, error }
  }

  it('runs a command and gives back what it writes and how it ends', async () => {
    expect(await kubectl(undefined, 'exec', 'p', '--', 'echo', 'hello')).toMatchObject({ code: 0, out: 'hello\n' })
    const failed = await kubectl(undefined, 'exec', 'p', '--', 'sh', '-c', 'echo out; echo bad >&2; exit 7')
    expect(failed).toMatchObject({ code: 7, out: 'out\n' })
    expect(failed.error).toContain('bad\n')
    expect(failed.error).toContain('command terminated with exit code 7')
  }, 60_000)

  it('sends the input of a command until its end', async () => {
    const text = 'a line of text\n'.repeat(50_000)
    const { code, out } = await kubectl(text, 'exec', '-i', 'p', '--', 'cat')
    expect([code, out.length, out === text]).toEqual([0, text.length, true])
  }, 60_000)

  it('is translated where the kubelet does not say that it takes web sockets', async () => {
    const { out } = await kubectl(undefined, 'get', '--raw', '/metrics')
    const translated = /^apiserver_stream_translator_requests_total\{code="200"\} [1-9]/m.test(out)
    expect(translated).toBe(webSockets === 'true' && features.length === 0)
  }, 60_000)

  it('applies an object, and watches it', async () => {
    const watching = start('get', 'configmaps', '--watch', '--output=name')
    const seen = new Promise<void>((resolve, reject) => {
      createInterface(watching.stdout as NodeJS.ReadableStream).on('line', (line) => {
        if (line === 'configmap/applied') resolve()
      })
      watching.once('close', () => reject(new Error('kubectl ended')))
    })
    const manifest = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'applied' } })
    const applied = await kubectl(manifest, 'apply', '--server-side', '--filename=-')
    expect(applied).toMatchObject({ code: 0, out: 'configmap/applied serverside-applied\n' })
    await seen.finally(() => watching.kill())
  }, 60_000)

  it('attaches to a container', async () => {
    const { out } = await kubectl('typed\n', 'attach', '-i', 'p', '-c', 'c')
    expect(out).toContain('attached to c\ntyped\n')
  }, 60_000)

  it('forwards a port', async () => {
    const { port } = web.address() as AddressInfo
    const child = start('port-forward', 'pod/p', `:${port}`)
    try {
      const line = await new Promise<string>((resolve, reject) => {
        createInterface(child.stdout as NodeJS.ReadableStream).once('line', resolve)
        child.once('close', () => reject(new Error('kubectl ended')))
      })
      const local = /127\.0\.0\.1:(\d+)/.exec(line)?.[1]
      for (const path of ['/one', '/two']) {
        const answer = await fetch(`http://127.0.0.1:${local}${path}`)
        expect(await answer.text()).toBe(`you asked for ${path}`)
      }
    } finally {
      child.kill()
    }
  }, 60_000)
})

async function addPod(server: TestServer, kubelet: number, declaredFeatures: string[]): Promise<void> {
  const node = await server.client.create(new Node({ metadata: { name: 'n' } }))
  node.status = {
    addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
    daemonEndpoints: { kubeletEndpoint: { Port: kubelet } },
    declaredFeatures,
  }
  await server.client.resource(Node).updateStatus(node)
  const container = { name: 'c', image: 'i', stdin: true }
  const spec = { nodeName: 'n', containers: [container] }
  const pod = await server.client.create(new Pod({ metadata: { name: 'p', namespace: 'default' }, spec }))
  pod.status = { phase: 'Running' }
  await server.client.resource(Pod).namespace('default').updateStatus(pod)
}
