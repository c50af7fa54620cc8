import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@apimachinery/client'
import { TestServer } from '@apimachinery/server/testing'
import { Node, Pod } from 'apimachinery/api/core/v1'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readNodesConfiguration } from '../../src/nodes/configuration/read-configuration.js'

const soon = { timeout: 30_000, interval: 20 }
const annotations = { 'kwok.x-k8s.io/node': 'fake' }

/** Creates a pod, and waits until its node knows it. */
async function runPod(client: Client, name: string): Promise<void> {
  const spec = { containers: [{ name: 'c', image: 'i' }] }
  await client.create(new Pod({ metadata: { name, namespace: 'default' }, spec }))
  const phase = async () => (await client.get(Pod, { name, namespace: 'default' })).status?.phase
  await expect.poll(phase, soon).toBe('Running')
}

async function logOf(client: Client, name: string, options = {}): Promise<string[]> {
  const lines: string[] = []
  for await (const line of client.pod('default', name).logs(options)) lines.push(line)
  return lines
}

describe('kubelets of nodes by number', () => {
  it('have empty logs, which end with their pod, and say why there is nothing else', async () => {
    await using server = await TestServer.start({ controllers: ['node'] })
    const { client } = server
    await runPod(client, 'p')
    expect(await logOf(client, 'p')).toEqual([])
    await expect(logOf(client, 'p', { previous: true })).rejects.toThrow(
      'previous terminated container "c" in pod "p" not found',
    )
    const followed = logOf(client, 'p', { follow: true })
    const [pod] = (await client.list(Pod)).items
    await client.delete(pod!)
    expect(await followed).toEqual([])
    expect(await (await server.fetch('/api/v1/nodes/node-0/proxy/healthz')).text()).toBe('ok')
    expect((await server.fetch('/api/v1/nodes/node-0/proxy/containerLogs/default/other/c')).status).toBe(404)
    expect((await server.fetch('/api/v1/nodes/node-0/proxy/run/a')).status).toBe(405)
  })
})

const own = 'nodes.apimachinery.dev/v1alpha1'
const kwok = 'kwok.x-k8s.io/v1alpha1'

/** What kubelets answer in these tests. */
const configurationText = (folder: string, port: number): string => `
kind: ClusterLogs
apiVersion: ${kwok}
metadata: {name: a}
spec:
  selector: {matchNames: [local]}
  logs: [{logsFile: ${join(folder, 'a.log')}}]
---
kind: ClusterLogs
apiVersion: ${own}
metadata: {name: b}
spec:
  selector: {matchNames: [text]}
  logs: [{text: "one\\ntwo\\n", previousText: "before\\n"}]
---
kind: ClusterExec
apiVersion: ${own}
metadata: {name: a}
spec:
  selector: {matchNames: [text]}
  execs:
  - commands:
    - {command: [cat], echo: true}
    - {command: [sh, -c, fail], stdout: "out\\n", stderr: "bad\\n", exitCode: 7}
---
kind: Exec
apiVersion: ${kwok}
metadata: {name: local, namespace: default}
spec: {execs: [{local: {envs: [{name: WHO, value: you}]}}]}
---
kind: ClusterAttach
apiVersion: ${own}
metadata: {name: a}
spec:
  selector: {matchNames: [text]}
  attaches: [{text: "welcome\\n", echo: true}]
---
kind: ClusterPortForward
apiVersion: ${own}
metadata: {name: a}
spec:
  selector: {matchNames: [text]}
  forwards: [{ports: [80], response: answer}, {ports: [7], echo: true}]
---
kind: PortForward
apiVersion: ${kwok}
metadata: {name: local, namespace: default}
spec:
  forwards: [{ports: [1], target: {address: 127.0.0.1, port: ${port}}}, {ports: [2], command: [tr, a-z, A-Z]}]
`

describe('kubelets of a configuration', () => {
  let folder: string
  let program: Server
  let server: TestServer
  let client: Client

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kubelets-'))
    writeFileSync(join(folder, 'a.log'), '2016-10-06T00:17:01Z stdout F of a file\n')
    program = createServer((socket) => socket.on('data', (data) => socket.end(`got ${data}`)))
    const port = await new Promise<number>((resolve) => {
      program.listen(0, '127.0.0.1', () => resolve((program.address() as { port: number }).port))
    })
    const text = configurationText(folder, port)
    const configuration = readNodesConfiguration(text, 'kwok.yaml', { files: true, commands: true })
    server = await TestServer.start({ controllers: ['node'], nodes: { configuration } })
    const { url: host, certificateAuthority: ca } = await server.listen()
    client = await Client.connect({
      config: { host, tls: { caData: Buffer.from(ca) }, bearerToken: server.users.token('admin') },
    })
    await client.create(new Node({ metadata: { name: 'n', annotations } }))
    for (const name of ['local', 'text', 'other']) {
      const spec = { containers: [{ name: 'c', image: 'i' }], nodeName: 'n' }
      await client.create(new Pod({ metadata: { name, namespace: 'default' }, spec }))
    }
    await vi.waitFor(async () => expect(await logOf(client, 'local')).toEqual(['of a file']), soon)
  })
  afterAll(async () => {
    await client?.close()
    await server?.stop()
    program?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const pod = (name: string) => client.pod('default', name)

  it('have logs of texts', async () => {
    expect(await logOf(client, 'text', { tailLines: 1, timestamps: true })).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000000000Z two$/),
    ])
    expect(await logOf(client, 'text', { previous: true })).toEqual(['before'])
  })

  it('answer commands', async () => {
    expect(await pod('text').run(['sh', '-c', 'fail'])).toEqual({ stdout: 'out\n', stderr: 'bad\n', exitCode: 7 })
    const typed = 'a line\n'.repeat(30_000)
    expect(await pod('text').run(['cat'], { stdin: typed })).toEqual({ stdout: typed, stderr: '', exitCode: 0 })
  })

  it('run commands of clients where they may', async () => {
    const script = 'cat; echo $WHO; echo bad >&2; exit 3'
    const { stdout, stderr, exitCode } = await pod('local').run(['sh', '-c', script], { stdin: 'typed\n' })
    expect([stdout, stderr, exitCode]).toEqual(['typed\nyou\n', 'bad\n', 3])
    await expect(pod('local').run(['/no/such/program'])).rejects.toThrow(
      'error executing command in container: cmd start: /no/such/program: exec: "/no/such/program": executable file not found in $PATH',
    )
  })

  it('show what is written when somebody attaches', async () => {
    const session = await pod('text').attach({ stdin: 'typed\n' })
    let out = ''
    for await (const piece of session.stdout) out += Buffer.from(piece).toString()
    expect(out).toBe('welcome\ntyped\n')
    expect((await session.done).exitCode).toBe(0)
  })

  it.each([
    ['text', 80, 'answer'],
    ['local', 1, 'got hello'],
  ])('forward connections of the pod %s to port %d', async (...row) => {
    const [name, port, answer] = row
    const connection = await pod(name).connect(port)
    await connection.write(Buffer.from('hello'))
    let got = ''
    for await (const piece of connection.readable) got += Buffer.from(piece).toString()
    expect(got).toBe(answer)
  })

  it('send back what comes', async () => {
    const connection = await pod('text').connect(7)
    await connection.write(Buffer.from('hello'))
    const { value } = await connection.readable[Symbol.asyncIterator]().next()
    expect(Buffer.from(value).toString()).toBe('hello')
    connection.close()
  })

  it('say in the words of kwok what is missing', async () => {
    const container = 'for container "c" in pod "default/other"'
    await expect(logOf(client, 'other')).rejects.toThrow(`no logs found ${container}`)
    await expect(pod('other').run(['ls'])).rejects.toThrow(
      `Internal error occurred: error executing command in container: no exec found ${container}`,
    )
    const session = await pod('other').attach()
    await expect(session.done).rejects.toThrow(`error attaching to container: no attaches found ${container}`)
    await expect(pod('text').run(['ls', '-l'])).rejects.toThrow(
      'no answer found for the command ["ls","-l"] of container "c" in pod "default/text"',
    )
    const connection = await pod('other').connect(80)
    const drained = async () => {
      for await (const _ of connection.readable);
    }
    await expect(drained()).rejects.toThrow(
      'error forwarding port 80 to pod other/default, uid : no forward found for port 80 in pod "default/other"',
    )
  })
})
