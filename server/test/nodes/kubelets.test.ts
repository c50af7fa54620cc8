import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@apimachinery/client'
import { TestServer } from '@apimachinery/server/testing'
import { Node, Pod } from 'apimachinery/api/core/v1'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readNodesConfiguration } from '../../src/nodes/configuration/read-configuration.js'

const soon = { timeout: 30_000, interval: 20 }
const annotations = { 'kwok.x-k8s.io/node': 'fake' }

/** Creates a pod on a node, and waits until its node knows it. */
async function runPod(client: Client, name: string, nodeName?: string): Promise<void> {
  const spec = { containers: [{ name: 'c', image: 'i', stdin: true }], ...(nodeName && { nodeName }) }
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
  })
})

describe('kubelets of a configuration', () => {
  let folder: string
  let server: TestServer
  let client: Client

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kubelets-'))
    writeFileSync(join(folder, 'a.log'), '2016-10-06T00:17:01Z stdout F of a file\n')
    const text = `
kind: ClusterLogs
apiVersion: kwok.x-k8s.io/v1alpha1
metadata: {name: a}
spec:
  selector: {matchNames: [file]}
  logs: [{logsFile: ${join(folder, 'a.log')}}]
---
kind: ClusterLogs
apiVersion: nodes.apimachinery.dev/v1alpha1
metadata: {name: b}
spec:
  selector: {matchNames: [text]}
  logs: [{text: "one\\ntwo\\n", previousText: "before\\n"}]
`
    const configuration = readNodesConfiguration(text, 'kwok.yaml', { files: true })
    server = await TestServer.start({ controllers: ['node'], nodes: { configuration } })
    client = server.client
    await client.create(new Node({ metadata: { name: 'n', annotations } }))
    for (const name of ['file', 'text', 'other']) {
      const spec = { containers: [{ name: 'c', image: 'i' }], nodeName: 'n' }
      await client.create(new Pod({ metadata: { name, namespace: 'default' }, spec }))
    }
  })
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('have logs of files and of texts', async () => {
    await expect.poll(() => logOf(client, 'file').catch(String), soon).toEqual(['of a file'])
    expect(await logOf(client, 'text', { tailLines: 1, timestamps: true })).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000000000Z two$/),
    ])
    expect(await logOf(client, 'text', { previous: true })).toEqual(['before'])
  })

  it('say in the words of kwok that there is none', async () => {
    await expect(logOf(client, 'other')).rejects.toThrow('no logs found for container "c" in pod "default/other"')
  })
})
