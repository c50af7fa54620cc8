import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EtcdKV } from '@apimachinery/server/storage/kv/etcd'
import { FeatureGates, newestRelease } from 'apimachinery/api/releases'
import { CodecFactory } from 'apimachinery/runtime/serializer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInGroups } from '../../src/kinds/built-in-groups.js'
import { APIServer } from '../../src/kubernetes/api-server.js'
import type { Store } from '../../src/registry/store.js'
import { EtcdServer, hasEtcd } from '../storage/kv/etcd/etcd-server.js'
import { buildGo, withGo } from './go-program.js'

const fixtures = fileURLToPath(new URL('../../../../shared/upstream/kubernetes-api-testdata/v1.36.0/', import.meta.url))
const wanted = withGo && hasEtcd && existsSync(fixtures)
if (!wanted)
  console.warn('skipped without Go, etcd, INTEROP=1 and the fixtures: kinds in etcd (npm run interop -w server)')

interface Kind {
  readonly kind: string
  readonly apiVersion: string
  readonly resource: string
  readonly namespaced: boolean
}

/** Claims in sets say what they are in every answer, but not in protobuf. */
function plain(object: JSONObject): JSONObject {
  const { volumeClaimTemplates = [] } = (object.spec ?? {}) as { volumeClaimTemplates?: Record<string, unknown>[] }
  for (const claim of volumeClaimTemplates) {
    delete claim.apiVersion
    delete claim.kind
  }
  return object
}

type JSONObject = Record<string, unknown> & { metadata: Record<string, unknown> }

describe.runIf(wanted)('kinds in an etcd that the storage of k8s.io/apiserver also writes', () => {
  let etcd: EtcdServer
  let server: APIServer
  let program: string
  let kinds: Kind[]
  let codecs: CodecFactory

  const ask = async (path: string): Promise<JSONObject> => {
    const headers = { authorization: `Bearer ${server.loopbackToken}` }
    const response = await server.generic.fetch(new Request(`https://localhost${path}`, { headers }))
    return plain((await response.json()) as JSONObject)
  }
  const rootOf = (apiVersion: string): string =>
    apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  const pathOf = ({ apiVersion, resource, namespaced }: Kind, name: string): string =>
    `${rootOf(apiVersion)}${namespaced ? '/namespaces/namespaceValue' : ''}/${resource}/${name}`
  const go = (verb: string, objects: readonly object[]): JSONObject[] => {
    const input = objects.map((object) => `${JSON.stringify(object)}\n`).join('')
    const { status, stdout, stderr } = spawnSync(program, [etcd.endpoint, verb], { input, maxBuffer: 1 << 28 })
    if (status !== 0) throw new Error(String(stderr))
    return String(stdout)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as JSONObject)
  }

  /** The fixture of a kind in the version that it is stored in; undefined where it is stored as another. */
  function fixtureOf({ kind, apiVersion, namespaced }: Kind, name: string): JSONObject | undefined {
    const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion]
    const file = `${fixtures}${group}.${version}.${kind}.json`
    if (!existsSync(file) || `${group} ${kind}` === 'events.k8s.io Event' || apiVersion === 'autoscaling/v1') return
    const { selfLink: _, ...object } = JSON.parse(readFileSync(file, 'utf8')) as JSONObject
    const { namespace: _namespace, resourceVersion: _version, ...metadata } = object.metadata as Record<string, unknown>
    // It would expire before it could be read.
    delete metadata.deletionTimestamp
    return { ...object, metadata: { ...metadata, name, ...(namespaced && { namespace: 'namespaceValue' }) } }
  }

  const groups = builtInGroups({ release: newestRelease, featureEnabled: new FeatureGates().enabled })

  function storeOf({ kind, apiVersion, resource }: Kind): Store | undefined {
    const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : ''
    const described = groups.find((each) => each.group === group)?.kinds.find((each) => each.kind === kind)
    return server.stores.get(described?.storage.prefix ?? resource)
  }

  beforeAll(async () => {
    program = await buildGo('go')
    etcd = await EtcdServer.start()
    server = await APIServer.start({ kv: await EtcdKV.open({ endpoints: [etcd.endpoint] }) })
    await server.ready()
    codecs = new CodecFactory(server.scheme)
    kinds = []
    const { groups } = (await ask('/apis')) as unknown as { groups: { versions: { groupVersion: string }[] }[] }
    const versions = ['v1', ...groups.flatMap((group) => group.versions.map(({ groupVersion }) => groupVersion))]
    for (const apiVersion of versions) {
      const { resources } = (await ask(rootOf(apiVersion))) as unknown as {
        resources: { name: string; kind: string; namespaced: boolean; verbs: string[] }[]
      }
      for (const { name, kind, namespaced, verbs } of resources) {
        if (verbs.includes('watch')) kinds.push({ kind, apiVersion, resource: name, namespaced })
      }
    }
  }, 1_200_000)

  afterAll(async () => {
    await server?.stop()
    await etcd?.stop()
  })

  /** Stores an object without validation; undefined for kinds that are stored as another kind. */
  async function store(kind: Kind, fixture: JSONObject): Promise<JSONObject | undefined> {
    const { object } = codecs.universalDeserializer().decode(Buffer.from(JSON.stringify(fixture)))
    const into = storeOf(kind)
    if (into === undefined || !(object instanceof into.type)) return undefined
    const name = String(fixture.metadata.name)
    await into.storage.create(into.keys.object(kind.namespaced ? 'namespaceValue' : '', name), object)
    return ask(pathOf(kind, name))
  }

  /** Objects of all kinds as the server has them: what defaults and conversions say is in them. */
  async function normal(name: string): Promise<[Kind, JSONObject][]> {
    const all: [Kind, JSONObject][] = []
    for (const kind of kinds) {
      const fixture = fixtureOf(kind, `normal-${name}`)
      const served = fixture && (await store(kind, fixture))
      if (served === undefined) continue
      const { resourceVersion: _, labels, ...metadata } = served.metadata
      const label = kind.kind === 'Namespace' && { 'kubernetes.io/metadata.name': name }
      all.push([kind, { ...served, metadata: { ...metadata, name, labels: { ...(labels as object), ...label } } }])
    }
    expect(all.length).toBeGreaterThan(50)
    return all
  }

  it('serves what Go wrote', async () => {
    const objects = await normal('written-by-go')
    const written = go(
      'write-kinds',
      objects.map(([, object]) => object),
    )
    for (const [index, [kind]] of objects.entries()) {
      expect(await ask(pathOf(kind, 'written-by-go')), kind.kind).toEqual(written[index])
    }
  }, 120_000)

  it('writes what Go reads', async () => {
    const objects = await normal('written-here')
    // Some kinds are stored in an older version of the same form.
    const storedAs = (kind: Kind, object: JSONObject): JSONObject => {
      const { group, version } = storeOf(kind)!.storageVersion!
      return { ...object, apiVersion: group === '' ? version : `${group}/${version}` }
    }
    const served: (JSONObject | undefined)[] = []
    for (const [kind, object] of objects) served.push(storedAs(kind, (await store(kind, object))!))
    const asked = objects.map(([kind, object]) => storedAs(kind, object))
    expect(go('read-kinds', asked)).toEqual(served)
  }, 120_000)

  it('shares the ports of nodes with Go', async () => {
    const create = async (nodePort: number): Promise<JSONObject> => {
      const body = JSON.stringify({
        metadata: { name: `port-${nodePort}` },
        spec: { type: 'NodePort', ports: [{ port: 80, nodePort }] },
      })
      const headers = { authorization: `Bearer ${server.loopbackToken}`, 'content-type': 'application/json' }
      const url = 'https://localhost/api/v1/namespaces/default/services'
      return (await server.generic.fetch(new Request(url, { method: 'POST', headers, body }))).json()
    }
    expect(await create(30_123)).toMatchObject({ kind: 'Service' })
    const { stdout } = spawnSync(program, [etcd.endpoint, 'take-ports', '32766'])
    expect(String(stdout).trim().split('\n').map(Number)).toEqual([30_123, 32_766])
    expect(await create(32_766)).toMatchObject({
      message: expect.stringMatching(/provided port is already allocated$/),
    })
    expect(await create(32_767)).toMatchObject({ kind: 'Service' })
  })
})
