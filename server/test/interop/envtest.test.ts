import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SourceProgram } from '../cli/source-program.js'
import { hasEtcd } from '../storage/kv/etcd/etcd-server.js'
import { buildGo, type Check, CheckingProgram, withGo } from './go-program.js'
import { findProgram, Session } from './program.js'

const wanted = withGo && hasEtcd
if (!wanted) console.warn("skipped without Go, etcd and INTEROP=1: Go's envtest (npm run interop:envtest -w server)")

const definitions = join(import.meta.dirname, 'envtest/crds')
const kubectl = findProgram('kubectl')

/** The programs that envtest starts by name: etcd, kubectl where there is one, and this server as kube-apiserver. */
async function fillAssets(folder: string, server: string): Promise<void> {
  const command = `#!/bin/sh\nexec '${process.execPath}' '${server}' "$@"\n`
  writeFileSync(join(folder, 'kube-apiserver'), command, { mode: 0o755 })
  const etcd = await new Session('/bin/sh', {}).ok('-c', 'command -v etcd')
  symlinkSync(etcd, join(folder, 'etcd'))
  if (kubectl === undefined) return
  const inPath = kubectl.includes('/') ? kubectl : await new Session('/bin/sh', {}).ok('-c', 'command -v kubectl')
  symlinkSync(resolve(inPath), join(folder, 'kubectl'))
}

describe.runIf(wanted)("controller-runtime's envtest with this server as kube-apiserver", () => {
  let folder: string
  let server: SourceProgram
  let client: CheckingProgram
  let checks: readonly Check[]
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'envtest-'))
    server = await SourceProgram.build('cli/main.ts')
    await fillAssets(folder, server.path)
    const environment = { KUBEBUILDER_ASSETS: folder, TMPDIR: folder, PATH: `${folder}${delimiter}${process.env.PATH}` }
    client = new CheckingProgram(await buildGo('envtest'), [definitions], environment)
    checks = await client.finished()
  }, 1_200_000)
  afterAll(async () => {
    await client?.kill()
    server?.remove()
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  })

  const facts = (name: string) => checks.find(({ check }) => check === name)?.facts

  it('does all of it', () =>
    expect(checks.map(({ check }) => check)).toEqual([
      'start',
      'verbs',
      'manager',
      'path of a webhook',
      'conversion',
      'equivalent versions',
      'controller',
      'users',
      'end of the manager',
      'stop',
      'restart',
      'last stop',
      'parallel',
      'own arguments',
    ]))

  it('installs its definitions', () => expect(facts('start')).toEqual({ definitions: 1 }))

  it('serves every verb and a watch', () =>
    expect(facts('verbs')).toEqual({
      listed: 1,
      data: { a: '2', b: '3' },
      events: ['ADDED', 'MODIFIED', 'MODIFIED', 'DELETED'],
    }))

  it('calls a webhook whose path has two slashes', () =>
    expect(facts('path of a webhook')?.message).toBe(
      'admission webhook "failing.envtest.example.com" denied the request: as it always does',
    ))

  it('converts custom resources with the webhook', () =>
    expect(facts('conversion')).toEqual({
      created: { scale: { replicas: 3 }, look: { color: 'blue3' } },
      read: { replicas: 3, color: 'blue3' },
      listed: {
        'made-as-v1': { scale: { replicas: 1 }, look: { color: 'red' } },
        'made-as-v2': { scale: { replicas: 3 }, look: { color: 'blue3' } },
      },
      events: ['ADDED'],
    }))

  it('calls webhooks for an equivalent version with converted objects', () => {
    const denied = 'admission webhook "validate.envtest.example.com" denied the request:'
    const created = ['mutating v1 of v1: CREATE', 'validating v2 of v1: CREATE']
    expect(facts('equivalent versions')).toEqual({
      refused: `${denied} 11 replicas are too many`,
      'refused calls': created,
      'created calls': created,
      shrunk: `${denied} fewer than 5 replicas`,
      'shrunk calls': ['mutating v1 of v1: UPDATE'],
      patched: { scale: { replicas: 5 }, look: { color: 'blue5' } },
      'patched calls': ['exact v2 of v2: UPDATE', 'mutating v1 of v2: UPDATE', 'validating v2 of v2: UPDATE'],
    })
  })

  it('runs a controller that leads, and gives its lease back', () => {
    expect(facts('controller')).toEqual({ data: { color: 'blue3' }, owned: true, ready: 3 })
    expect(facts('end of the manager')).toEqual({ held: true, released: true })
  })

  it('knows users by the client certificates that envtest makes', () =>
    expect(facts('users')).toEqual({
      user: 'alice',
      groups: ['readers', 'system:authenticated'],
      refused: expect.stringContaining('User "alice" cannot get resource "namespaces"'),
      ...(kubectl !== undefined && { kubectl: 'namespace/default' }),
    }))

  it('starts again with its certificates and its data', () =>
    expect(facts('restart')).toEqual({ spec: { replicas: 3, color: 'blue3' } }))

  it('starts twice at once, each with objects of its own', () =>
    expect(facts('parallel')).toEqual({ 'found 0': 0, 'found 1': 0 }))

  it('takes flags of the suite, programs that variables name, and a cluster that runs', () =>
    expect(facts('own arguments')).toEqual({
      pull: 'Always',
      address: '10.9.0.1',
      kubectl: kubectl === undefined ? '' : 'namespace/default',
      existing: { served: true, alive: true },
    }))

  it('logs where its data is, and no error of managed fields that webhooks convert', () => {
    expect(client.log).toContain('data in http://127.0.0.1:')
    expect(client.log).not.toContain('is not converted to')
  })
})
