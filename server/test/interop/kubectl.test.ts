import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningCommand, runCommand } from '../../src/cli/run.js'

/** Whether there is a kubectl at all. */
function hasKubectl(): boolean {
  try {
    execFileSync('kubectl', ['version', '--client'], { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}

const found = hasKubectl()
if (!found) console.warn('no kubectl in PATH: the session with kubectl is skipped')

let folder: string
let running: RunningCommand | undefined

interface Output {
  readonly out: string
  readonly error: string
  readonly failed: boolean
}

function kubectl(...args: string[]): Promise<Output> {
  const env = { ...process.env, KUBECONFIG: running?.kubeconfig, HOME: folder }
  return new Promise((resolve) => {
    execFile('kubectl', args, { env, timeout: 30_000 }, (failure, out, error) =>
      resolve({ out, error, failed: failure !== null }),
    )
  })
}

/** What kubectl prints; fails with what it complains about. */
async function ok(...args: string[]): Promise<string> {
  const { out, error, failed } = await kubectl(...args)
  if (failed) throw new Error(`kubectl ${args.join(' ')}: ${error}`)
  return out.trim()
}

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const configMap = (value: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: ks}\ndata: {k: ${value}}\n`

describe.skipIf(!found)('a session with kubectl', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'apimachinery-kubectl-'))
    const flags = ['--memory', '--secure-port=0', `--cert-dir=${join(folder, 'certificates')}`]
    const choice = ['--authorization-mode=RBAC', '--disable-admission-plugins=ServiceAccount']
    running = await runCommand([...flags, ...choice], { out: () => {}, error: () => {} })
    await running?.server.ready()
    await ok('create', 'namespace', 'ks')
  }, 60_000)

  afterAll(async () => {
    await running?.server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('creates, applies, compares and replaces', async () => {
    const path = file('c.yaml', configMap('v'))
    expect(await ok('create', '--save-config', '-f', path)).toBe('configmap/c created')
    expect(await ok('apply', '-f', path)).toBe('configmap/c unchanged')
    file('c.yaml', configMap('w'))
    expect((await kubectl('diff', '-f', path)).out).toContain('+  k: w')
    expect(await ok('apply', '-f', path)).toBe('configmap/c configured')
    expect(await ok('apply', '--server-side', '--force-conflicts', '-f', path)).toBe('configmap/c serverside-applied')
    file('c.yaml', configMap('x'))
    expect(await ok('replace', '-f', path)).toBe('configmap/c replaced')
    expect(await ok('get', 'cm', 'c', '-n', 'ks', '-o', 'jsonpath={.data.k}')).toBe('x')
    expect(await ok('get', 'cm', 'c', '-n', 'ks', '-o', 'yaml')).toContain('  k: x\n')
  }, 60_000)

  it('runs a deployment: scale, label, patch, expose, delete', async () => {
    await ok('create', 'deployment', 'web', '--image=nginx:1', '--replicas=2', '-n', 'ks')
    expect(await ok('get', 'deploy', '-n', 'ks')).toMatch(/^NAME +READY +UP-TO-DATE +AVAILABLE +AGE\nweb +0\/2/)
    await ok('scale', 'deployment', 'web', '--replicas=3', '-n', 'ks')
    await ok('label', 'deploy', 'web', 'tier=front', '-n', 'ks')
    await ok('patch', 'deploy', 'web', '-n', 'ks', '-p', '{"spec":{"paused":true}}')
    const path = '{.spec.replicas} {.metadata.labels.tier} {.spec.paused}'
    expect(await ok('get', 'deploy', 'web', '-n', 'ks', '-o', `jsonpath=${path}`)).toBe('3 front true')
    expect(await ok('expose', 'deployment', 'web', '--port=80', '-n', 'ks')).toBe('service/web exposed')
    expect(await ok('get', 'svc', '-n', 'ks')).toMatch(/web +ClusterIP +10\.0\.0\.\d+/)
    const waited = await kubectl('wait', '--for=condition=Available', 'deploy/web', '-n', 'ks', '--timeout=1s')
    expect(waited.error).toContain('timed out waiting for the condition')
    expect(await ok('delete', 'deployment', 'web', '--cascade=orphan', '--wait=false', '-n', 'ks')).toContain('deleted')
  }, 60_000)

  it('watches', async () => {
    const watching = kubectl('get', 'cm', '-n', 'ks', '-w', '--request-timeout=3s', '-o', 'name')
    await ok('create', 'cm', 'seen', '-n', 'ks')
    expect((await watching).out).toContain('configmap/seen')
  }, 60_000)

  it('asks what there is and what is allowed', async () => {
    expect(await ok('api-resources', '--api-group=apps', '-o', 'name')).toContain('deployments.apps')
    expect(await ok('api-versions')).toContain('networking.k8s.io/v1\n')
    expect(await ok('explain', 'deployment.spec.strategy')).toContain('rollingUpdate')
    expect(await ok('auth', 'can-i', 'create', 'pods')).toBe('yes')
    await ok('create', 'sa', 'robot', '-n', 'ks')
    await ok('create', 'role', 'r', '--verb=get', '--resource=pods', '-n', 'ks')
    await ok('create', 'rolebinding', 'rb', '--role=r', '--serviceaccount=ks:robot', '-n', 'ks')
    const robot = ['--as=system:serviceaccount:ks:robot', '-n', 'ks']
    expect(await ok('auth', 'can-i', 'get', 'pods', ...robot)).toBe('yes')
    expect((await kubectl('auth', 'can-i', 'delete', 'pods', ...robot)).out.trim()).toBe('no')
    expect(await ok('get', 'componentstatuses')).toMatch(/etcd-0 +Healthy +ok/)
    expect(await ok('get', '--raw', '/readyz')).toBe('ok')
  }, 60_000)

  it('has pods that no kubelet runs', async () => {
    const overrides = '{"spec":{"nodeName":"n1"}}'
    await ok('run', 'p', '--image=nginx:1', '-n', 'ks', `--overrides=${overrides}`)
    expect((await kubectl('logs', 'p', '-n', 'ks')).error).toContain('nodes "n1" not found')
    expect(await ok('delete', 'pod', 'p', '-n', 'ks', '--grace-period=0', '--force')).toContain('force deleted')
    expect(await ok('delete', 'namespace', 'ks', '--wait=false')).toContain('deleted')
    expect(await ok('get', 'ns', 'ks')).toContain('Terminating')
  }, 60_000)
})
