import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GroupVersionKind, GroupVersionResource } from 'apimachinery/schema'
import { FakeClock } from 'apimachinery/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Client } from '../../src/client/client.js'
import { DiskDiscoveryStore, folderOfHost } from '../../src/discovery/disk-store.js'
import { type InProcessHandler, InProcessTransport } from '../../src/transport/in-process-transport.js'

type Answer = { status?: number; json: object }
const requests: string[] = []
const apps = {
  metadata: { name: 'apps' },
  versions: [
    {
      version: 'v1',
      freshness: 'Current',
      resources: [
        {
          resource: 'deployments',
          responseKind: { group: 'apps', version: 'v1', kind: 'Deployment' },
          scope: 'Namespaced',
          singularResource: 'deployment',
          verbs: ['get', 'list'],
          shortNames: ['deploy'],
        },
      ],
    },
  ],
}
const stale = { metadata: { name: 'metrics.k8s.io' }, versions: [{ version: 'v1', freshness: 'Stale' }] }
const core = {
  metadata: {},
  versions: [
    {
      version: 'v1',
      freshness: 'Current',
      resources: [
        {
          resource: 'pods',
          responseKind: { group: '', version: 'v1', kind: 'Pod' },
          scope: 'Namespaced',
          singularResource: 'pod',
          verbs: ['get'],
        },
      ],
    },
  ],
}
const list = (...items: object[]) => ({ kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', items })
const notFound = {
  status: 404,
  json: { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 },
}

function handler(answers: (path: string) => Answer | undefined): InProcessHandler {
  return async ({ path }) => {
    requests.push(path)
    const { status = 200, json } = answers(path) ?? notFound
    return {
      status,
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode(JSON.stringify(json)),
    }
  }
}
const aggregated = (path: string): Answer | undefined =>
  path === '/api' ? { json: list(core) } : path === '/apis' ? { json: list(apps, stale) } : undefined
const plain = (path: string): Answer | undefined =>
  ({
    '/api': { json: { kind: 'APIVersions', versions: ['v1'] } },
    '/apis': {
      json: {
        kind: 'APIGroupList',
        groups: ['apps', 'broken'].map((name) => ({
          name,
          versions: [{ groupVersion: `${name}/v1`, version: 'v1' }],
          preferredVersion: { groupVersion: `${name}/v1`, version: 'v1' },
        })),
      },
    },
    '/api/v1': {
      json: {
        kind: 'APIResourceList',
        groupVersion: 'v1',
        resources: [{ name: 'pods', singularName: 'pod', namespaced: true, kind: 'Pod', verbs: ['get'] }],
      },
    },
    '/apis/apps/v1': {
      json: {
        kind: 'APIResourceList',
        groupVersion: 'apps/v1',
        resources: [
          { name: 'deployments', singularName: 'deployment', namespaced: true, kind: 'Deployment', verbs: ['get'] },
        ],
      },
    },
    '/apis/broken/v1': {
      status: 503,
      json: { kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'gone fishing', code: 503 },
    },
  })[path]

let folder = ''
beforeEach(async () => {
  requests.length = 0
  folder = await mkdtemp(join(tmpdir(), 'discovery-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('discovery', () => {
  it('sends two requests to servers with aggregated discovery, and reports stale groups', async () => {
    const client = Client.from({ transport: new InProcessTransport(handler(aggregated)) })
    const { groups, failures } = await client.discovery.discovery()
    await client.discovery.discovery()
    expect(groups.map(({ name }) => name)).toEqual(['', 'apps', 'metrics.k8s.io'])
    expect(failures.map(({ message }) => message)).toEqual(['stale GroupVersion discovery: metrics.k8s.io/v1'])
    expect(requests).toEqual(['/api', '/apis'])
  })

  it('requests each version from servers without aggregation, and continues when one fails', async () => {
    const client = Client.from({ transport: new InProcessTransport(handler(plain)) })
    const { resourceLists, failures } = await client.discovery.discovery()
    expect(resourceLists.map(({ groupVersion }) => groupVersion).sort()).toEqual(['apps/v1', 'v1'])
    expect(failures.map(({ message }) => message)).toEqual([
      'unable to retrieve the complete list of server APIs: broken/v1: gone fishing',
    ])
  })

  it('maps kinds, and asks again for those that are new', async () => {
    let crd = false
    const clock = new FakeClock()
    const cron = {
      ...apps,
      metadata: { name: 'stable.example.com' },
      versions: [
        {
          version: 'v1',
          freshness: 'Current',
          resources: [
            {
              resource: 'crontabs',
              responseKind: { group: 'stable.example.com', version: 'v1', kind: 'CronTab' },
              scope: 'Namespaced',
              singularResource: 'crontab',
              verbs: ['get'],
            },
          ],
        },
      ],
    }
    const answers = (path: string) =>
      path === '/apis' && crd ? { json: list(apps, cron) } : path === '/x' ? undefined : aggregated(path)
    const client = Client.from({ transport: new InProcessTransport(handler(answers)), clock })
    const gvk = new GroupVersionKind('stable.example.com', 'v1', 'CronTab')
    await expect(client.resourceFor(gvk)).rejects.toThrow(
      'no matches for kind "CronTab" in version "stable.example.com/v1"',
    )
    // The first question and, because it had no answer, a second one.
    expect(requests).toHaveLength(4)
    crd = true
    const { kind } = await client.resourceFor(gvk)
    expect(kind).toMatchObject({ resource: 'crontabs', namespaced: true })
    expect(requests).toHaveLength(6)
    await client.resourceFor(gvk)
    expect(requests).toHaveLength(6)
    const unknown = new GroupVersionKind('stable.example.com', 'v1', 'Unknown')
    for (let i = 0; i < 20; i++) await expect(client.resourceFor(unknown)).rejects.toThrow('no matches')
    // Ten at once, of which two were spent above.
    expect(requests).toHaveLength(6 + 2 * 8)
    clock.step(1000)
    await expect(client.resourceFor(unknown)).rejects.toThrow('no matches')
    await expect(client.resourceFor(unknown)).rejects.toThrow('no matches')
    expect(requests).toHaveLength(6 + 2 * 9)
  })

  it('reads discovery again after a reset of the mapper, an invalidation, and a wait for a resource', async () => {
    const answers = (path: string) => (path.startsWith('/apis/a/v1/things') ? { json: list() } : aggregated(path))
    const client = Client.from({ transport: new InProcessTransport(handler(answers)) })
    const gvk = new GroupVersionKind('apps', 'v1', 'Deployment')
    const ask = async (): Promise<readonly string[]> => {
      requests.length = 0
      await client.resourceFor(gvk)
      return [...requests]
    }
    expect(await ask()).toEqual(['/api', '/apis'])
    expect(await ask()).toEqual([])
    client.restMapper.reset()
    expect(await ask()).toEqual(['/api', '/apis'])
    client.discovery.invalidate()
    expect(await ask()).toEqual(['/api', '/apis'])
    client.discovery.invalidate()
    await client.discovery.discovery()
    // What was read meanwhile is new enough.
    expect(await ask()).toEqual([])
    await client.waitForResource(new GroupVersionResource('a', 'v1', 'things'))
    expect(await ask()).toEqual(['/api', '/apis'])
  })

  it('does not answer from stored files for a name that they do not have', async () => {
    const discoveryStore = new DiskDiscoveryStore({ host: 'https://k', folder })
    const complete = (path: string) => (path === '/apis' ? { json: list(apps) } : aggregated(path))
    const make = () => Client.from({ transport: new InProcessTransport(handler(complete)), discoveryStore })
    await make().discovery.discovery()
    requests.length = 0
    const client = make()
    const known = new GroupVersionKind('apps', 'v1', 'Deployment')
    await client.resourceFor(known)
    expect(requests).toEqual([])
    await expect(client.resourceFor(new GroupVersionKind('apps', 'v1', 'None'))).rejects.toThrow('no matches')
    expect(requests).toEqual(['/api', '/apis'])
  })

  it("keeps answers in kubectl's files", async () => {
    const store = () => new DiskDiscoveryStore({ host: 'https://kube.example:6443', folder })
    const complete = (path: string) => (path === '/apis' ? { json: list(apps) } : aggregated(path))
    const partial = Client.from({ transport: new InProcessTransport(handler(aggregated)), discoveryStore: store() })
    await partial.discovery.discovery()
    // What is incomplete is not kept.
    expect(await readdir(folder)).toEqual([])
    const first = Client.from({ transport: new InProcessTransport(handler(complete)), discoveryStore: store() })
    await first.discovery.discovery()
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json')).sort()
    expect(files).toEqual([
      'kube.example_6443/apps/v1/serverresources.json',
      'kube.example_6443/servergroups.json',
      'kube.example_6443/v1/serverresources.json',
    ])
    expect(JSON.parse(await readFile(join(folder, files[1]!), 'utf8'))).toMatchObject({
      kind: 'APIGroupList',
      apiVersion: 'v1',
    })
  })

  it('reads what it has stored, until it is invalidated or too old', async () => {
    const complete = (path: string) => (path === '/apis' ? { json: list(apps) } : aggregated(path))
    let time = Date.now()
    const make = () =>
      Client.from({
        transport: new InProcessTransport(handler(complete)),
        discoveryStore: new DiskDiscoveryStore({ host: 'https://k', folder, clock: { now: () => time } }),
      })
    const before = await make().discovery.discovery()
    requests.length = 0
    const client = make()
    const after = await client.discovery.discovery()
    expect(requests).toEqual([])
    expect(after.resourceLists).toEqual(before.resourceLists)
    client.discovery.invalidate()
    await client.discovery.discovery()
    expect(requests).toEqual(['/api', '/apis'])
    requests.length = 0
    time += 6 * 60 * 60 * 1000 + 60_000
    await make().discovery.discovery()
    expect(requests).toEqual(['/api', '/apis'])
  })

  it.each([
    ['https://10.0.0.1:6443', '10.0.0.1_6443'],
    ['http://[::1]:8080/k8s', '___1__8080/k8s'],
  ])('names folders as kubectl: %s', (host, expected) => {
    expect(folderOfHost(host)).toBe(expected)
  })

  it('waits until a resource is served', async () => {
    let count = 0
    const transport = new InProcessTransport(async () => {
      const status = [404, 429, 200][count++] ?? 200
      const json =
        status === 200
          ? { kind: 'CronTabList', apiVersion: 'a/v1', items: [] }
          : {
              kind: 'Status',
              apiVersion: 'v1',
              status: 'Failure',
              code: status,
              reason: status === 404 ? 'NotFound' : 'TooManyRequests',
            }
      return {
        status,
        headers: { 'content-type': 'application/json', 'retry-after': '1' },
        body: new TextEncoder().encode(JSON.stringify(json)),
      }
    })
    await Client.from({ transport }).waitForResource(new GroupVersionResource('a', 'v1', 'crontabs'))
    expect(count).toBe(3)
  })
})
