import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { operatorNames } from '../../cli/init/operator-names.js'
import { run } from '../../cli/run.js'

let cwd: string
let written: string[]
let warned: string[]
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'init-'))
  written = []
  warned = []
})
afterEach(() => rmSync(cwd, { recursive: true }))

const call = (...args: string[]): Promise<number> =>
  run(['init', ...args], {
    cwd,
    write: (data) => void written.push(String(data)),
    warn: (line) => void warned.push(line),
    readInput: () => new Uint8Array(),
    terminal: undefined,
  })
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort()

describe('apimachinery init operator', () => {
  it('writes the project whose test runs in examples/operator-webapp', async () => {
    expect(await call('operator', 'webapp')).toBe(0)
    const example = 'examples/operator-webapp'
    expect(filesBelow(join(cwd, 'webapp'))).toEqual(filesBelow(example))
    for (const path of filesBelow(example)) {
      const text = readFileSync(join(cwd, 'webapp', path), 'utf8')
      expect(text, path).toBe(readFileSync(join(example, path), 'utf8'))
    }
    expect(written.join('')).toContain('next: cd webapp && npm install && npm test')
  })

  it('names kind, group and resource as configured', async () => {
    expect(await call('operator', 'my-proxy-operator', '--group', 'net.example.com', '--dir', 'x')).toBe(0)
    const crd = readFileSync(join(cwd, 'x/generated/crds/net.example.com_myproxies.yaml'), 'utf8')
    expect(crd).toContain('kind: MyProxy\n')
    expect(readFileSync(join(cwd, 'x/deploy/rbac.yaml'), 'utf8')).toContain('  - myproxies/status\n')
  })

  it('writes webhooks, with their manifests and the conversion in the CRD', async () => {
    expect(await call('operator', 'fleet', '--webhook', '--group', 'net.example.com')).toBe(0)
    const text = (path: string): string => readFileSync(join(cwd, 'fleet', path), 'utf8')
    const crd = parse(text('generated/crds/net.example.com_fleets.yaml'))
    const service = { namespace: 'fleet', name: 'fleet-webhooks', path: '/convert' }
    expect(crd.spec.conversion.webhook.clientConfig).toEqual({ service })
    expect(crd.metadata.annotations).toEqual({ 'cert-manager.io/inject-ca-from': 'fleet/fleet-webhooks' })
    const [offered, ...configurations] = parseAllDocuments(text('deploy/webhooks.yaml')).map((each) => each.toJS())
    expect(offered.metadata).toMatchObject({ namespace: 'fleet', name: 'fleet-webhooks' })
    for (const { webhooks } of configurations) {
      const { path } = webhooks[0].clientConfig.service
      expect(text('src/webhooks.ts')).toContain(`register('${path}'`)
      expect(webhooks[0].rules[0]).toMatchObject({ apiGroups: ['net.example.com'], resources: ['fleets'] })
    }
    const certificate = parseAllDocuments(text('deploy/webhook-certificate.yaml'))[1]?.toJS()
    expect(certificate.spec.dnsNames).toContain('fleet-webhooks.fleet.svc')
    expect(text('deploy/workload.yaml')).toContain(`secretName: ${certificate.spec.secretName}`)
  })

  it('keeps keys and kubeconfigs out of the repository and of the image', async () => {
    expect(await call('operator', 'fleet')).toBe(0)
    const lines = (path: string): string[] => readFileSync(join(cwd, 'fleet', path), 'utf8').split('\n')
    for (const pattern of ['*.key', '*.pem', 'kubeconfig']) {
      expect(lines('.gitignore')).toContain(pattern)
      expect(lines('.dockerignore')).toContain(`**/${pattern}`)
    }
  })

  it('refuses names that a cluster would not take, and folders that are not empty', async () => {
    expect(await call('operator', 'Web_App')).toBe(2)
    expect(await call('operator', 'a', '--group', 'nodots')).toBe(2)
    expect(await call('operator', 'a', '--kind', 'lower')).toBe(2)
    expect(await call('operator')).toBe(2)
    expect(await call('controller', 'a')).toBe(2)
    expect(readdirSync(cwd)).toEqual([])
    expect(await call('operator', 'a')).toBe(0)
    expect(await call('operator', 'a')).toBe(1)
    expect(warned.at(-1)).toContain('is not empty')
  })

  it.each([
    ['box', 'boxes'],
    ['policy', 'policies'],
    ['gateway', 'gateways'],
    ['cluster', 'clusters'],
  ])('has the plural of %s: %s', (name, plural) => {
    expect(operatorNames(name, {}).plural).toBe(plural)
  })
})
