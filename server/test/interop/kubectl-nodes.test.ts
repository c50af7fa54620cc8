import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { TestServer } from '@apimachinery/server/testing'
import { Pod } from 'apimachinery/api/core/v1'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readNodesConfiguration } from '../../src/nodes/configuration/read-configuration.js'

// kubectl talks with the kubelets of simulated nodes, in SPDY and in web sockets.

const wanted = spawnSync('kubectl', ['version', '--client'], { timeout: 20_000 }).status === 0
if (!wanted) console.warn('skipped without kubectl: kubelets of simulated nodes')

const http = 'HTTP/1.1 200 OK\\r\\nContent-Length: 6\\r\\nConnection: close\\r\\n\\r\\nserved'
const own = 'nodes.apimachinery.dev/v1alpha1'
const text = `
kind: ClusterLogs
apiVersion: ${own}
metadata: {name: a}
spec: {logs: [{text: "one\\ntwo\\n"}]}
---
kind: ClusterExec
apiVersion: ${own}
metadata: {name: a}
spec:
  execs:
  - commands:
    - {command: [cat], echo: true}
    - {command: [fail], stdout: "out\\n", stderr: "bad\\n", exitCode: 7}
---
kind: ClusterAttach
apiVersion: ${own}
metadata: {name: a}
spec: {attaches: [{text: "welcome\\n", echo: true}]}
---
kind: ClusterPortForward
apiVersion: ${own}
metadata: {name: a}
spec: {forwards: [{response: "${http}"}]}
`

describe.runIf(wanted)('kubectl and simulated nodes', () => {
  let folder: string
  let server: TestServer
  let environment: NodeJS.ProcessEnv

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'apimachinery-kubectl-'))
    const configuration = readNodesConfiguration(text, 'kwok.yaml')
    server = await TestServer.start({ controllers: ['node'], nodes: { configuration, nodes: 1 } })
    const kubeconfig = join(folder, 'kubeconfig')
    writeFileSync(kubeconfig, await server.kubeconfig())
    environment = { ...process.env, HOME: folder, KUBECONFIG: kubeconfig }
    const containers = [{ name: 'c', image: 'i', stdin: true }]
    const pod = new Pod({ metadata: { name: 'p', namespace: 'default' }, spec: { nodeName: 'node-0', containers } })
    const created = await server.client.create(pod)
    created.status = { phase: 'Running' }
    await server.client.resource(Pod).namespace('default').updateStatus(created)
    await vi.waitFor(async () => expect(await logs(server)).toBe(200), { timeout: 30_000, interval: 20 })
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const start = (...args: string[]): ChildProcess => spawn('kubectl', args, { env: environment, timeout: 60_000 })

  async function kubectl(input: string | undefined, ...args: string[]): Promise<[number | null, string, string]> {
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
    return [code, out, error]
  }

  it('show logs, and follow them', async () => {
    expect(await kubectl(undefined, 'logs', 'p', '--tail=1')).toEqual([0, 'two\n', ''])
    const follower = start('logs', '-f', 'p')
    const line = await new Promise((resolve) => createInterface(follower.stdout!).once('line', resolve))
    expect(line).toBe('one')
    expect(follower.exitCode).toBe(null)
    follower.kill()
  })

  it.each(['false', 'true'])('run, attach and forward, with web sockets: %s', async (webSockets) => {
    environment.KUBECTL_REMOTE_COMMAND_WEBSOCKETS = webSockets
    environment.KUBECTL_PORT_FORWARD_WEBSOCKETS = webSockets
    const typed = 'a line of text\n'.repeat(20_000)
    const [code, out, error] = await kubectl(undefined, 'exec', 'p', '--', 'fail')
    expect([code, out]).toEqual([7, 'out\n'])
    expect(error).toContain('bad\n')
    expect(await kubectl(typed, 'exec', '-i', 'p', '--', 'cat')).toEqual([0, typed, ''])
    expect((await kubectl('typed\n', 'attach', '-i', 'p'))[1]).toContain('welcome\ntyped\n')
    const missing = await kubectl(undefined, 'exec', 'p', '--', 'ls')
    expect(missing[0]).toBe(1)
    expect(missing[2]).toContain('no answer found for the command ["ls"] of container "c" in pod "default/p"')
    const forward = start('port-forward', 'pod/p', ':80')
    try {
      const said = await new Promise<string>((resolve) => createInterface(forward.stdout!).once('line', resolve))
      const answer = await fetch(`http://127.0.0.1:${/127\.0\.0\.1:(\d+)/.exec(said)?.[1]}/`)
      expect(await answer.text()).toBe('served')
    } finally {
      forward.kill()
    }
  })
})

async function logs(server: TestServer): Promise<number> {
  return (await server.fetch('/api/v1/namespaces/default/pods/p/log')).status
}
