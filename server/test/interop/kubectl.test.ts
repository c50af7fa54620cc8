import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningCommand, runCommand } from '../../src/cli/run.js'
import { findProgram, type Output, Session } from './program.js'

const program = findProgram('kubectl')
if (program === undefined) console.warn('no kubectl: its session is skipped (test/kubectl/README.md)')

let folder: string
let running: RunningCommand | undefined
let session: Session

const kubectl = (...args: string[]): Promise<Output> => session.run(...args)
const ok = (...args: string[]): Promise<string> => session.ok(...args)

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const configMap = (value: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: ks}\ndata: {k: ${value}}\n`

describe.skipIf(program === undefined)('a session with kubectl', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'apimachinery-kubectl-'))
    const flags = ['--memory', '--secure-port=0', `--cert-dir=${join(folder, 'certificates')}`]
    const choice = ['--authorization-mode=RBAC', '--disable-admission-plugins=ServiceAccount']
    running = await runCommand([...flags, ...choice], { out: () => {}, error: () => {} })
    await running?.server.ready()
    session = new Session(program ?? '', { KUBECONFIG: running?.kubeconfig, HOME: folder, EDITOR: 'sed -i s/k:/kk:/' })
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
    const difference = await kubectl('diff', '-f', path)
    // Old releases look for the parameter itself in the document, where Kubernetes has had a reference to it since 1.27.
    if (!difference.error.includes("doesn't support dry-run")) expect(difference.out).toContain('+  k: w')
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
    const waited = await kubectl('wait', '--for=condition=Available', 'deploy/web', '-n', 'ks', '--timeout=0s')
    expect(waited.error).toMatch(/timed out waiting for the condition|condition not met/)
    expect(await ok('delete', 'deployment', 'web', '--cascade=orphan', '--wait=false', '-n', 'ks')).toContain('deleted')
  }, 60_000)

  it('edits, annotates, rolls out', async () => {
    expect(await ok('edit', 'cm', 'c', '-n', 'ks')).toBe('configmap/c edited')
    expect(await ok('annotate', 'cm', 'c', 'a=b', '-n', 'ks')).toMatch(/^configmap\/c annotated?$/)
    expect(await ok('get', 'cm', 'c', '-n', 'ks', '-o', 'go-template={{.data.kk}} {{.metadata.annotations.a}}')).toBe(
      'x b',
    )
    const again = await kubectl('annotate', 'cm', 'c', 'a=c', '-n', 'ks')
    expect(again.error).toContain("--overwrite is false but found the following declared annotation(s): 'a'")
    await ok('create', 'deployment', 'api', '--image=nginx:1', '-n', 'ks')
    expect(await ok('set', 'image', 'deploy/api', 'nginx=nginx:2', '-n', 'ks')).toBe(
      'deployment.apps/api image updated',
    )
    expect(await ok('rollout', 'restart', 'deploy/api', '-n', 'ks')).toBe('deployment.apps/api restarted')
    expect(await ok('rollout', 'pause', 'deploy/api', '-n', 'ks')).toBe('deployment.apps/api paused')
    expect(await ok('describe', 'deploy', 'api', '-n', 'ks')).toMatch(/Image: +nginx:2[\s\S]*Events: +<none>/)
    const columns = 'custom-columns=N:.metadata.name,I:.spec.template.spec.containers[0].image'
    expect(await ok('get', 'deploy', 'api', '-n', 'ks', '-o', columns)).toMatch(/^N +I\napi +nginx:2$/)
    const invalid = await kubectl('patch', 'deploy', 'api', '-n', 'ks', '-p', '{"spec":{"replicas":-1}}')
    expect(invalid.error.trim()).toBe(
      'The Deployment "api" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    )
  }, 60_000)

  it('drains a node', async () => {
    const node = '{"apiVersion":"v1","kind":"Node","metadata":{"name":"n2","labels":{"kubernetes.io/hostname":"n2"}}}'
    await ok('apply', '-f', file('node.json', node))
    expect(await ok('taint', 'nodes', 'n2', 'a=b:NoSchedule')).toBe('node/n2 tainted')
    expect(await ok('get', 'nodes')).toMatch(/^NAME +STATUS +ROLES +AGE +VERSION\nn2 +Unknown +<none>/)
    expect(await ok('drain', 'n2')).toMatch(/node\/n2 cordoned[\s\S]*node\/n2 drained/)
    expect(await ok('get', 'node', 'n2', '-o', 'jsonpath={.spec.unschedulable}')).toBe('true')
  }, 60_000)

  it('proxies to the server', async () => {
    const child = spawn(session.program, ['proxy', '--port=0'], { env: session.environment })
    try {
      const port = await new Promise<string>((resolve, reject) => {
        child.stdout.on('data', (text) => resolve(/127\.0\.0\.1:(\d+)/.exec(String(text))?.[1] ?? ''))
        child.once('exit', (code) => reject(new Error(`kubectl proxy ended with ${code}`)))
      })
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/namespaces/ks`)
      expect(await response.json()).toMatchObject({ kind: 'Namespace', status: { phase: 'Active' } })
    } finally {
      child.kill()
    }
  }, 60_000)

  it('watches', async () => {
    const child = spawn(session.program, ['get', 'cm', '-n', 'ks', '-w', '-o', 'name'], { env: session.environment })
    let seen = ''
    child.stdout.on('data', (text) => {
      seen += text
    })
    try {
      await ok('create', 'cm', 'seen', '-n', 'ks')
      await expect.poll(() => seen, { timeout: 30_000 }).toContain('configmap/seen')
    } finally {
      child.kill()
    }
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
