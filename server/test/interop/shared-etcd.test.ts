import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { EtcdKV } from '@apimachinery/server/storage/kv/etcd'
import { type Release, releases } from 'apimachinery/api/releases'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caseFiles } from '../../../scripts/cases/case-files.js'
import { templatesIn } from '../../../scripts/cases/random-lines.js'
import { EtcdServer, hasEtcd } from '../storage/kv/etcd/etcd-server.js'
import { builtProgram } from './kube-apiserver/build-kube-apiserver.js'
import { readObjects, storedKind, writeObjects } from './kube-apiserver/shared-objects.js'
import { startOurs, startUpstream, type Target } from './kube-apiserver/target.js'

const folder = join(import.meta.dirname, '../../../../shared/cases')
const isAsked = process.env.KUBE_APISERVER_FOLDER !== undefined
const built = releases.filter((release) => builtProgram(release) !== undefined)
const wanted = isAsked && hasEtcd && existsSync(folder) && built.length > 0
if (!wanted)
  console.warn(
    'skipped without etcd, recorded cases and kube-apiservers in KUBE_APISERVER_FOLDER: etcd shared with them',
  )

// A file without any test is an error: where nothing is built, the tests of all releases are skipped.
const writers = wanted ? built : releases
const flags = ['--runtime-config=api/all=true']
const templates = wanted ? templatesIn(caseFiles(folder)) : []
/** What depends on the process that wrote it: leases of servers, which are for their peers here and upstream, and allocated addresses. */
const ofProcess = /^\/registry\/(leases|events|masterleases|peerserverleases|ipaddresses\/10\.96\.)/

async function withServer<T>(server: Target, use: (server: Target) => Promise<T>): Promise<T> {
  try {
    return await use(server)
  } finally {
    await server.stop()
  }
}

async function storedKinds(etcd: EtcdServer): Promise<Map<string, string>> {
  const kv = await EtcdKV.open({ endpoints: [etcd.endpoint] })
  try {
    const { kvs } = await kv.range({ key: '/registry/', prefix: true })
    return new Map(kvs.map(({ key, value }) => [key, storedKind(value)]))
  } finally {
    await kv.close()
  }
}

/** What both servers of a release read differently in an etcd, path → [upstream's, ours]. */
async function differencesOf(options: { release: Release; etcd: EtcdServer; paths: readonly string[] }) {
  const { paths, ...at } = options
  const [expected, given] = [
    await withServer(await startUpstream({ ...at, flags }), (server) => readObjects(server, paths)),
    await withServer(await startOurs({ ...at, flags }), (server) => readObjects(server, paths)),
  ]
  expect(expected.size).toBeGreaterThan(100)
  return [...expected]
    .filter(([path, text]) => given.get(path) !== text)
    .map(([path, text]) => [path, text, given.get(path)])
}

describe.runIf(wanted).each(writers.map((release) => [release.name, release] as const))(
  'an etcd that a server of %s wrote',
  (_, writer) => {
    const etcds: Record<string, EtcdServer> = {}
    const paths: Record<string, string[]> = {}

    beforeAll(async () => {
      for (const [name, start] of Object.entries({ upstream: startUpstream, ours: startOurs })) {
        const etcd = await EtcdServer.start()
        etcds[name] = etcd
        paths[name] = await withServer(await start({ release: writer, etcd, flags }), (server) =>
          writeObjects(server, templates),
        )
      }
    }, 300_000)
    afterAll(async () => {
      for (const etcd of Object.values(etcds)) await etcd.stop()
    })

    it('takes the same objects, whoever writes it', () => expect(paths.ours).toEqual(paths.upstream))

    it('has the same objects in the same versions, whoever wrote it', async () => {
      const [expected, given] = [await storedKinds(etcds.upstream!), await storedKinds(etcds.ours!)]
      const differing = [...expected].filter(([key, kind]) => !ofProcess.test(key) && given.get(key) !== kind)
      expect(differing.map(([key, kind]) => [key, kind, given.get(key)])).toEqual([])
    })

    // A cluster goes back by one minor release at most: further back, kinds are stored in versions that the release does not know.
    const readable = built.filter(({ minor }) => minor >= writer.minor - 1)
    const readers = readable.flatMap((release) =>
      ['upstream', 'ours'].map((who) => [who, release.name, release] as const),
    )
    it.each(readers)(
      'written by %s is read alike as %s',
      async (who, _name, release) => {
        expect(await differencesOf({ release, etcd: etcds[who]!, paths: paths[who]! })).toEqual([])
      },
      300_000,
    )
  },
)
