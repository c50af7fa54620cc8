import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigMap, Namespace, ServiceAccount } from 'apimachinery/api/core/v1'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../src/cli/run.js'
import type { Client } from '../../src/client/client.js'
import { startAPIServer, type TestAPIServer } from '../support/api-server.js'

let server: TestAPIServer
let client: Client
let folder = ''
beforeAll(async () => {
  server = await startAPIServer()
  client = await server.client('in process')
  folder = await mkdtemp(join(tmpdir(), 'commands-'))
  const authority = Buffer.from(server.caData).toString('base64')
  const config = `current-context: c\nclusters: [{name: k, cluster: {server: "${server.url}", certificate-authority-data: ${authority}}}]\nusers: [{name: u, user: {token: ${server.token}}}]\ncontexts: [{name: c, context: {cluster: k, user: u, namespace: shop}}]\n`
  await writeFile(join(folder, 'config'), config)
  await client.create(new Namespace({ metadata: { name: 'shop' } }))
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true })
})

interface Running {
  readonly text: () => string
  readonly done: Promise<number>
  leave(): void
}

function start(line: string, input = ''): Running {
  let text = ''
  const leaving = new AbortController()
  const done = run(line.split(' ').concat('--cache-dir', join(folder, 'cache')), {
    cwd: folder,
    environment: { ...process.env, KUBECONFIG: join(folder, 'config') },
    write: (written) => {
      text += written
    },
    warn: (written) => {
      text += `${written}\n`
    },
    readInput: () => input,
    signal: leaving.signal,
  })
  return { text: () => text, done, leave: () => leaving.abort(new DOMException('interrupted', 'AbortError')) }
}

async function command(line: string, input = ''): Promise<string> {
  const { text, done } = start(line, input)
  await done
  return text()
}

/** A loaded machine takes its time. */
const eventually = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 30_000 })

const maps = () => client.resource(ConfigMap).namespace('shop')
const manifest = (name: string, data = '{a: b}') =>
  `---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}, labels: {set: s}}, data: ${data}}\n`

describe('get --watch', () => {
  it('shows what is there, then what changes, in columns that stay', async () => {
    await maps().create({ metadata: { name: 'first', labels: { w: 'x' } } })
    const following = start('get cm -w -l w=x --no-headers')
    await eventually(following.text).toMatch(/^first {3}0 {5}\S+\n$/)
    await maps().patch('first', {
      type: (await import('apimachinery/patch')).PatchType.Merge,
      body: { data: { a: 'b' } },
    })
    await maps().create({ metadata: { name: 'with-a-longer-name', labels: { w: 'x' } } })
    await maps().delete('first')
    await eventually(() => following.text().split('\n').length).toBe(5)
    expect(
      following
        .text()
        .split('\n')
        .map((row) => row.split(/ +/, 2).join(' ')),
    ).toEqual(['first 0', 'first 1', 'with-a-longer-name 0', 'first 1', ''])
    following.leave()
    expect(await following.done).toBe(1)
  })

  it('shows events, and leaves out what is there', async () => {
    await maps().create({ metadata: { name: 'there', labels: { w: 'y' } } })
    const following = start('get cm --watch-only --output-watch-events -o json -l w=y')
    await eventually(async () => {
      const name = `m-${following.text().length}-${Math.trunc(performance.now())}`
      await maps().create({ metadata: { name, labels: { w: 'y' } } })
      return following.text()
    }).not.toBe('')
    const [line = ''] = following.text().split('\n')
    expect(JSON.parse(line)).toMatchObject({
      type: 'ADDED',
      object: { kind: 'ConfigMap', metadata: { name: expect.stringMatching(/^m-/), labels: { w: 'y' } } },
    })
    following.leave()
    await following.done
  })

  it('says what cannot be followed', async () => {
    expect(await command('get cm,pods -w')).toBe('error: you may only specify a single resource type\n')
    expect(await command('get cm --output-watch-events')).toBe(
      'error: --output-watch-events option can only be used with --watch or --watch-only\n',
    )
    expect(await command('get cm nowhere -w')).toBe('Error from server (NotFound): configmaps "nowhere" not found\n')
  })
})

describe('apply', () => {
  it('prunes what was applied with the labels, and leaves alone what was not', async () => {
    await command('apply -f -', manifest('one') + manifest('two'))
    await maps().create({ metadata: { name: 'made', labels: { set: 's' } } })
    const line = 'apply -f - --prune -l set=s --prune-allowlist=core/v1/ConfigMap'
    expect(await command(`${line} --dry-run=server`, manifest('one'))).toBe(
      'configmap/one unchanged (server dry run)\nconfigmap/two pruned (server dry run)\n',
    )
    expect(await command(line, manifest('one'))).toBe('configmap/one unchanged\nconfigmap/two pruned\n')
    expect(await command('get cm -l set=s -o name')).toBe('configmap/made\nconfigmap/one\n')
    expect(await command('apply -f - --prune --all --prune-allowlist=ConfigMap', manifest('one'))).toContain(
      'invalid GroupVersionKind format: ConfigMap, please follow <group/version/kind>',
    )
  })

  it('moves fields of client-side apply to the manager of server-side apply', async () => {
    await command('apply -f -', manifest('moved', '{a: b, gone: x}'))
    expect(await command('apply --server-side -f -', manifest('moved'))).toBe('configmap/moved serverside-applied\n')
    const { data, metadata } = await maps().get('moved')
    expect(data).toEqual({ a: 'b' })
    expect(metadata?.managedFields?.map(({ manager, operation }) => `${manager} ${operation}`).sort()).toEqual([
      'kubectl Apply',
      'kubectl-last-applied Apply',
    ])
    // The way back is open.
    expect(await command('apply -f -', manifest('moved', '{a: c}'))).toBe('configmap/moved configured\n')
  })
})

describe('create with facts of the server', () => {
  it('makes rules of resources that are served', async () => {
    const out = await command('create role r --verb=get --resource=po,deploy.apps,pods/log -o yaml --dry-run=client')
    expect(out).toContain('rules:\n- apiGroups:\n  - ""\n  resources:\n  - pods\n  - pods/log\n  verbs:\n  - get\n')
    expect(out).toContain('- apiGroups:\n  - apps\n  resources:\n  - deployments\n')
    expect(await command('create role r --verb=get --resource=nothing')).toContain(
      `the server doesn't have a resource type "nothing"`,
    )
  })

  it('runs a cron job now', async () => {
    const template = '{spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}'
    const cron = `{apiVersion: batch/v1, kind: CronJob, metadata: {name: nightly}, spec: {schedule: "@daily", jobTemplate: ${template}}}`
    await command('create -f -', cron)
    expect(await command('create job now --from=cronjob/nightly')).toBe('job.batch/now created\n')
    expect(await command('get job now -o jsonpath={.metadata.annotations}/{.metadata.ownerReferences[0].name}')).toBe(
      '{"cronjob.kubernetes.io/instantiate":"manual"}/nightly',
    )
  })

  it('makes tokens of service accounts', async () => {
    await client
      .resource(ServiceAccount)
      .namespace('shop')
      .create({ metadata: { name: 'robot' } })
    expect(await command('create token robot')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
    expect(await command('create token nobody')).toContain('serviceaccounts "nobody" not found')
  })
})
