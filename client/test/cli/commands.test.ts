import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../src/cli/run.js'
import { startAPIServer, type TestAPIServer } from '../support/api-server.js'

let server: TestAPIServer
let folder = ''
beforeAll(async () => {
  server = await startAPIServer()
  folder = await mkdtemp(join(tmpdir(), 'commands-'))
  const authority = Buffer.from(server.caData).toString('base64')
  await writeFile(
    join(folder, 'config'),
    `current-context: c\nclusters: [{name: k, cluster: {server: "${server.url}", certificate-authority-data: ${authority}}}]\nusers: [{name: u, user: {token: ${server.token}}}]\ncontexts: [{name: c, context: {cluster: k, user: u}}]\n`,
  )
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true })
})

async function command(text: string, input = ''): Promise<{ code: number; out: string; err: string }> {
  let out = ''
  let err = ''
  const args = text.match(/'[^']*'|\S+/g) ?? []
  const code = await run(args.map((arg) => arg.replace(/^'|'$/g, '')).concat('--cache-dir', join(folder, 'cache')), {
    cwd: folder,
    environment: { ...process.env, KUBECONFIG: join(folder, 'config') },
    write: (written) => {
      out += written
    },
    warn: (line) => {
      err += `${line}\n`
    },
    readInput: () => input,
  })
  return { code, out, err }
}

const manifest = `apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: v1
kind: List
items:
- apiVersion: apps/v1
  kind: Deployment
  metadata: {name: web, namespace: shop}
  spec:
    replicas: 2
    selector: {matchLabels: {app: web}}
    template:
      metadata: {labels: {app: web}}
      spec: {containers: [{name: c, image: nginx, ports: [{containerPort: 80}]}]}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: conf, namespace: shop}, data: {a: b}}
`

describe('the command', () => {
  it('applies: creates, leaves alone, configures', async () => {
    const names = ['namespace/shop', 'deployment.apps/web', 'configmap/conf']
    const lines = (outcome: string) => names.map((name) => `${name} ${outcome}\n`).join('')
    expect(await command('apply -f - --dry-run=client', manifest)).toEqual({
      code: 0,
      out: lines('created (dry run)'),
      err: '',
    })
    expect(await command('apply -f -', manifest)).toEqual({ code: 0, out: lines('created'), err: '' })
    expect(await command('apply -f -', manifest)).toEqual({ code: 0, out: lines('unchanged'), err: '' })
    const changed = manifest.replace('replicas: 2', 'replicas: 3').replace('a: b', 'c: d')
    expect((await command('apply -f -', changed)).out).toBe(
      'namespace/shop unchanged\ndeployment.apps/web configured\nconfigmap/conf configured\n',
    )
    expect((await command('get cm conf -n shop -o jsonpath={.data}')).out).toBe('{"c":"d"}')
    expect((await command('apply -f -', manifest)).out).toBe(
      'namespace/shop unchanged\ndeployment.apps/web configured\nconfigmap/conf configured\n',
    )
  })

  it('applies server-side, and explains conflicts', async () => {
    const map = '{apiVersion: v1, kind: ConfigMap, metadata: {name: ssa, namespace: shop}, data: {a: b}}'
    const applied = { code: 0, out: 'configmap/ssa serverside-applied\n', err: '' }
    expect(await command('apply --server-side -f -', map)).toEqual(applied)
    const conflict = await command('apply --server-side --field-manager=x -f -', map.replace('a: b', 'a: c'))
    expect(conflict.code).toBe(1)
    expect(conflict.err).toContain('conflict with "kubectl"')
    expect(conflict.err).toContain('Please review the fields above')
    await command('delete cm ssa -n shop')
  })

  it('takes global options before the verb', async () => {
    expect((await command('-n shop --insecure-skip-tls-verify get cm conf -o name')).out).toBe('configmap/conf\n')
    expect(await command('-n shop fly')).toMatchObject({ code: 1, err: expect.stringContaining('unknown command') })
  })

  it('shows objects in every form', async () => {
    expect((await command('get cm conf -n shop -o name')).out).toBe('configmap/conf\n')
    expect((await command('get deploy/web -n shop -o jsonpath={.spec.replicas}')).out).toBe('2')
    expect((await command('get deploy -n shop -o custom-columns=NAME:.metadata.name,N:.spec.replicas')).out).toBe(
      'NAME   N\nweb    2\n',
    )
    const table = (await command('get deploy,cm -n shop')).out
    expect(table).toMatch(/^NAME +.*AGE\ndeployment\.apps\/web .*\n\nNAME +.*AGE\nconfigmap\/conf .*\n$/)
    expect((await command('get cm -A')).out).toMatch(/^NAMESPACE +NAME/)
    expect((await command('get cm conf -n shop -o yaml')).out).toMatch(
      /^apiVersion: v1\ndata:\n {2}a: b\nkind: ConfigMap\n/,
    )
    const list = JSON.parse((await command('get cm -n shop -o json')).out) as { kind: string; items: object[] }
    expect(list).toMatchObject({ kind: 'List', apiVersion: 'v1', items: [{ kind: 'ConfigMap' }] })
  })

  it.each([
    ['get pods -n nowhere', { code: 0, out: '', err: 'No resources found in nowhere namespace.\n' }],
    [
      'apply -k folder',
      {
        code: 1,
        out: '',
        err: 'error: kustomizations are not read here: give what `kubectl kustomize FOLDER` prints with -f -\n',
      },
    ],
    ['get foo', { code: 1, out: '', err: `error: the server doesn't have a resource type "foo"\n` }],
    ['get cm none -n shop', { code: 1, out: '', err: 'Error from server (NotFound): configmaps "none" not found\n' }],
    [
      'delete cm conf -n shop --dry-run=server',
      { code: 0, out: 'configmap "conf" deleted from shop namespace (server dry run)\n', err: '' },
    ],
    ['delete cm -n shop', { code: 1, out: '', err: 'error: resource(s) were provided, but no name was specified\n' }],
    ['delete cm none -n shop --ignore-not-found', { code: 0, out: '', err: '' }],
    [
      `patch deploy web -n shop -p '{"spec":{"replicas":2}}'`,
      { code: 0, out: 'deployment.apps/web patched (no change)\n', err: '' },
    ],
    [
      `patch deploy web -n shop -p '{"spec":{"paused":true}}'`,
      { code: 0, out: 'deployment.apps/web patched\n', err: '' },
    ],
    [
      'wait deploy/web -n shop --for=jsonpath={.spec.replicas}=2',
      { code: 0, out: 'deployment.apps/web condition met\n', err: '' },
    ],
    [
      'wait deploy/web -n shop --for=condition=Available --timeout=0',
      { code: 1, out: '', err: 'error: condition not met for deployments/web\n' },
    ],
    [
      'get cm -n shop -o nonsense',
      {
        code: 1,
        out: '',
        err: expect.stringContaining('unable to match a printer suitable for the output format "nonsense"'),
      },
    ],
    ['apply -f /nowhere', { code: 1, out: '', err: 'error: the path "/nowhere" does not exist\n' }],
    [
      'apply -f http://x/y.yaml',
      { code: 1, out: '', err: expect.stringContaining('manifests are not fetched from URLs') },
    ],
    [
      'apply -f - --force-conflicts',
      { code: 1, out: '', err: 'error: --force-conflicts only works with --server-side\n' },
    ],
    ['frobnicate', { code: 1, out: '', err: 'error: unknown command "frobnicate" for "apimachinery-client"\n' }],
  ])('%s', async (text, expected) => {
    expect(await command(text)).toEqual(expected)
  })

  it('creates, refuses twice, replaces, and waits for deletion', async () => {
    const map = '{apiVersion: v1, kind: ConfigMap, metadata: {name: one, namespace: shop}}'
    expect(await command('create -f -', map)).toEqual({ code: 0, out: 'configmap/one created\n', err: '' })
    expect(await command('create -f -', map)).toEqual({
      code: 1,
      out: '',
      err: 'Error from server (AlreadyExists): error when creating "STDIN": configmaps "one" already exists\n',
    })
    expect((await command('replace -f -', map)).out).toBe('configmap/one replaced\n')
    expect((await command('delete -f -', map)).out).toBe('configmap "one" deleted from shop namespace\n')
    expect((await command('wait --for=delete cm/one -n shop')).code).toBe(0)
  })

  it('reports every object that fails, and does the others', async () => {
    const text = `{apiVersion: v1, kind: ConfigMap, metadata: {name: Bad_Name, namespace: shop}}\n---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: good, namespace: shop}}\n---\n{apiVersion: v1, kind: Unknown, metadata: {name: x}}\n`
    const { code, out, err } = await command('apply -f -', text)
    expect(code).toBe(1)
    expect(out).toBe('configmap/good created\n')
    expect(err).toContain('no matches for kind "Unknown" in version "v1"')
  })

  it('shows what would change, with the exit code of diff', async () => {
    expect((await command('diff -f -', manifest)).code).toBe(0)
    const { code, out } = await command('diff -f -', manifest.replace('a: b', 'a: other'))
    expect(code).toBe(1)
    expect(out).toContain('-  a: b\n+  a: other\n')
  })

  it('prunes what an apply set no longer holds', async () => {
    const map = (name: string) => `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}, namespace: shop}}\n`
    const both = `${map('one')}---\n${map('two')}`
    expect(await command('apply -n shop --prune --applyset=set -f -', both)).toEqual({
      code: 0,
      err: '',
      out: 'configmap/one created\nconfigmap/two created\n',
    })
    expect((await command('apply -n shop --prune --applyset=set -f -', map('one'))).out).toBe(
      'configmap/one unchanged\nconfigmap/two pruned\n',
    )
    const parent = await command('get secret set -n shop -o jsonpath={.metadata.annotations}')
    expect(JSON.parse(parent.out)).toEqual({
      'applyset.kubernetes.io/tooling': 'kubectl/v1.37.2',
      'applyset.kubernetes.io/contains-group-kinds': 'ConfigMap',
      'applyset.kubernetes.io/additional-namespaces': '',
    })
  })

  it('lists served resources', async () => {
    expect((await command('api-versions')).out.split('\n')).toContain('apps/v1')
    expect((await command('api-resources --api-group=apps -o name')).out).toContain('deployments.apps\n')
    expect((await command('api-resources --api-group=batch')).out).toMatch(
      /^NAME +SHORTNAMES +APIVERSION +NAMESPACED +KIND\ncronjobs +cj +batch\/v1 +true +CronJob\n/,
    )
  })

  it('has help', async () => {
    expect((await command('--help')).out).toContain('api-resources  list the resources')
    expect((await command('apply --help')).out).toContain('--server-side')
  })
})
