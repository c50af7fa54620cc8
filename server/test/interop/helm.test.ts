import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TestServer } from '@apimachinery/server/testing'
import { Deployment, ReplicaSet } from 'apimachinery/api/apps/v1'
import { ConfigMap, Pod } from 'apimachinery/api/core/v1'
import { isNotFound } from 'apimachinery/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProgram, Session } from './program.js'

const program = findProgram('helm')
if (program === undefined) console.warn('no Helm: its session is skipped (test/kubectl/README.md)')

const chart = fileURLToPath(new URL('chart', import.meta.url))
const waiting = ['--wait', '--timeout=30s']

describe.skipIf(program === undefined)('a session with Helm', () => {
  let folder: string
  let server: TestServer
  let session: Session
  const helm = (...args: string[]): Promise<string> => session.ok(...args, '-n', 'web')
  const shop = (): Promise<Deployment> => server.client.get(Deployment, { namespace: 'web', name: 'shop' })
  const image = async (): Promise<string | undefined> => (await shop()).spec?.template.spec?.containers?.[0]?.image

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'apimachinery-helm-'))
    const outcome = ({ spec }: Pod) =>
      spec?.containers?.[0]?.image === 'broken:1' ? 'Failed' : spec?.restartPolicy === 'Never' ? 'Succeeded' : 'Running'
    server = await TestServer.start({ controllers: 'all', nodes: { outcome } })
    const kubeconfig = join(folder, 'kubeconfig')
    writeFileSync(kubeconfig, await server.kubeconfig())
    session = new Session(program ?? '', { KUBECONFIG: kubeconfig, HOME: folder, HELM_CACHE_HOME: folder })
  }, 60_000)

  afterAll(async () => {
    await server?.stop()
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  })

  it('installs a chart with its definitions and hooks, and waits until it is ready', async () => {
    expect(await helm('install', 'shop', chart, '--create-namespace', ...waiting)).toMatch(/STATUS: deployed/)
    expect((await shop()).status).toMatchObject({ readyReplicas: 2, availableReplicas: 2 })
    expect(await helm('get', 'manifest', 'shop')).toContain('kind: Coupon')
    expect(server.requests.count({ verb: ['create', 'patch'], resource: 'jobs.batch' })).toBeGreaterThan(0)
    expect(await helm('test', 'shop')).toMatch(/Phase: +Succeeded/)
  }, 60_000)

  it('upgrades, and keeps what went before', async () => {
    await helm('upgrade', 'shop', chart, '--set', 'image=shop:2,replicas=3', ...waiting)
    expect([await image(), (await shop()).status?.readyReplicas]).toEqual(['shop:2', 3])
    expect((await server.client.resource(ReplicaSet).namespace('web').list()).items).toHaveLength(2)
    expect(await helm('history', 'shop')).toMatch(/1 [^\n]+superseded[^\n]+\n2 [^\n]+deployed/)
  }, 60_000)

  it('reverts when a hook fails', async () => {
    const failed = await session.run(
      'upgrade',
      'shop',
      chart,
      '--set',
      'migration.image=broken:1',
      '-n',
      'web',
      ...waiting,
    )
    expect(failed.error).toMatch(/pre-upgrade hooks failed/)
    expect(await helm('status', 'shop')).toMatch(/STATUS: failed/)
    await helm('rollback', 'shop', '1', ...waiting)
    expect([await image(), (await shop()).status?.readyReplicas]).toEqual(['shop:1', 2])
  }, 60_000)

  it('uninstalls', async () => {
    await helm('uninstall', 'shop', ...waiting)
    await expect(shop()).rejects.toSatisfy(isNotFound)
    const left = await server.client.get(ConfigMap, { namespace: 'web', name: 'shop-removed' })
    expect(left.data).toEqual({ revision: expect.any(String) })
    expect((await server.client.resource(Pod).namespace('web').list({ labelSelector: 'app=shop' })).items).toEqual([])
  }, 60_000)
})
