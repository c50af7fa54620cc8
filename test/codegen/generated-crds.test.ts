import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emit } from '../../codegen/cli/emit.js'
import { Diagnostics } from '../../codegen/diagnostics/diagnostic.js'
import { readCRDs } from '../../codegen/front-ends/crd/crd.js'
import { readJSON } from '../../src/descriptor/read-json.js'
import { toCanonicalJSON } from '../../src/descriptor/to-canonical-json.js'
import type { KindClass } from '../../src/runtime/objects/typed-object.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { long } from '../rounds.js'
import { loadGenerated, placeGenerated, typeErrors } from './compile-generated.js'

const gateway = '../shared/upstream/crds/gateway-api'

describe.skipIf(!existsSync(gateway))('code for the Gateway API (skipped when its manifests are not there)', () => {
  let work: { folder: string; dispose(): void }
  let entries: string[]

  beforeAll(async () => {
    const names = readdirSync(gateway).filter((name) => name.endsWith('.yaml'))
    const files = names.map((file) => ({ file, text: readFileSync(`${gateway}/${file}`, 'utf8') }))
    const diagnostics = new Diagnostics()
    const model = await readCRDs({ source: 'gateway-api', files }, diagnostics)
    const options = { docs: 'none' as const, descriptions: true, diagnostics, progress: () => {} }
    const { files: written } = emit({ model }, ['types', 'defaults', 'conversions', 'client'], options)
    entries = written.map(({ path }) => path).filter((path) => path.endsWith('.ts'))
    work = placeGenerated(written)
  })
  afterAll(() => work.dispose())

  it('compiles strictly', () => {
    expect(entries.length).toBeGreaterThan(15)
    // One group of many in the short form: what the compiler does with the rest is the same.
    const chosen = long ? entries : entries.filter((path) => path.startsWith('gateway/v1/'))
    expect(chosen.length).toBeGreaterThan(5)
    expect(typeErrors(work.folder, chosen)).toEqual([])
  })

  it('holds no upstream description', () => {
    for (const entry of entries) expect(readFileSync(`${work.folder}/${entry}`, 'utf8')).not.toMatch(/description: '/)
  })

  it('reads, refuses and writes objects', async () => {
    const { HTTPRoute } = (await loadGenerated(work.folder, 'gateway/v1/index.gen.ts')) as never as Record<
      string,
      KindClass
    >
    const scheme = new Scheme()
    const { addToScheme } = await loadGenerated(work.folder, 'add-to-scheme.gen.ts')
    ;(addToScheme as unknown as (scheme: Scheme) => void)(scheme)
    expect(scheme.recognizes(HTTPRoute!.groupVersionKind)).toBe(true)
    const route = {
      kind: 'HTTPRoute',
      apiVersion: 'gateway.networking.k8s.io/v1',
      metadata: { name: 'a' },
      spec: { hostnames: [], rules: [{ matches: [{ path: { value: '/' } }], backendRefs: [{ name: 'b', port: 80 }] }] },
    }
    expect(JSON.parse(toCanonicalJSON(HTTPRoute!.descriptor, route))).toEqual(route)
    const read = readJSON(HTTPRoute!.descriptor, JSON.stringify({ ...route, spec: { rules: [{ oops: 1 }] } }), {
      unknownFields: 'report',
    } as never)
    expect(JSON.stringify(read)).toContain('oops')
    const object = new HTTPRoute!(route as never)
    scheme.default(object)
    expect((object as never as typeof route).spec.rules[0]!.matches[0]!.path).toEqual({
      type: 'PathPrefix',
      value: '/',
    })
  })
})
