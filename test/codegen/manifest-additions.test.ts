import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { generate } from '../../codegen/cli/generate.js'

const types = `// +groupName=example.com
import type { ObjectMeta, TypeMeta } from 'apimachinery/meta/v1'

// +kubebuilder:resource
// +kubebuilder:metadata:annotations="kept=yes"
export interface Thing extends TypeMeta { metadata?: ObjectMeta; a?: string }
`
let cwd: string
let err: string[]
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'additions-'))
  err = []
  mkdirSync(join(cwd, 'in/v1'), { recursive: true })
  writeFileSync(join(cwd, 'in/v1/types.ts'), types)
})
afterEach(() => rmSync(cwd, { recursive: true }))

const run = (...flags: string[]): Promise<number> =>
  generate(['ts', '-i', 'in', '-o', 'out', '--emit', 'crd', ...flags], {
    cwd,
    out: () => undefined,
    err: (line) => err.push(line),
  })
const manifest = () => parse(readFileSync(join(cwd, 'out/crds/example.com_things.yaml'), 'utf8'))

describe('additions to CRDs', () => {
  it.each([
    ['system/hooks', { namespace: 'system', name: 'hooks', path: '/convert' }],
    ['system/hooks:9443', { namespace: 'system', name: 'hooks', path: '/convert', port: 9443 }],
    ['a-b/c:443/other/path', { namespace: 'a-b', name: 'c', path: '/other/path', port: 443 }],
  ])('have %s convert', async (flag, service) => {
    expect(await run('--conversion-webhook', flag)).toBe(0)
    expect(manifest().spec.conversion).toEqual({
      strategy: 'Webhook',
      webhook: { clientConfig: { service }, conversionReviewVersions: ['v1'] },
    })
  })

  it('are annotations beside those of the source', async () => {
    expect(await run('--crd-annotation', 'cert-manager.io/inject-ca-from=a/b', '--crd-annotation', 'x=1=2')).toBe(0)
    expect(manifest().metadata.annotations).toEqual({ 'cert-manager.io/inject-ca-from': 'a/b', kept: 'yes', x: '1=2' })
    expect(manifest().spec).not.toHaveProperty('conversion')
  })

  it.each([
    ['--conversion-webhook', 'hooks'],
    ['--conversion-webhook', 'a/b:0'],
    ['--conversion-webhook', 'a/b:99999'],
    ['--conversion-webhook', 'A/b'],
    ['--crd-annotation', 'novalue'],
    ['--crd-annotation', '=x'],
    ['--crd-annotation', 'a b=x'],
  ])('are refused when they cannot be: %s %s', async (flag, value) => {
    expect(await run(flag, value)).toBe(2)
    expect(err.join('\n')).toContain(`${flag} ${value}`)
  })
})
