import { describe, expect, it } from 'vitest'
import { type Emission, type EmitOptions, emit } from '../../../codegen/cli/emit.js'
import { Diagnostics, formatDiagnostic } from '../../../codegen/diagnostics/diagnostic.js'
import { readTaggedTypeScript } from '../../../codegen/front-ends/ts-tags/ts-tags.js'
import { loadGenerated, placeGenerated, typeErrors } from '../compile-generated.js'

async function generated(body: string, wanted: readonly Emission[], how: Partial<EmitOptions> = {}) {
  const diagnostics = new Diagnostics()
  const text = `// +groupName=example.com
import type { int32 } from 'apimachinery/codegen/tags'
import type { ObjectMeta, TypeMeta } from 'apimachinery/meta/v1'
${body}`
  const read = await readTaggedTypeScript(
    { source: 'x', files: [{ file: 'api/v1/types.ts', text }], root: 'api' },
    diagnostics,
  )
  const options = { docs: 'comments' as const, descriptions: true, diagnostics, progress: () => {}, ...how }
  const { files } = emit(read, wanted, options)
  expect(diagnostics.items.map(formatDiagnostic)).toEqual([])
  return files
}

function textOf(files: readonly { path: string; text: string }[], path: string): string {
  return files.find((file) => file.path === path)?.text ?? ''
}

describe('defaults', () => {
  it('fills fields, lists, maps and value structs, after the hooks of each type', async () => {
    const files = await generated(
      `
export interface Thing extends TypeMeta { metadata?: ObjectMeta; spec: Spec; more?: Spec }
export interface Spec {
  // +default=1
  a?: int32
  // +default=["x"]
  list?: string[]
  // +default={"q":{"b":2}}
  map?: Record<string, Inner>
  nested?: Inner[][]
  // +default="d"
  'odd-name'?: string
}
export interface Inner {
  // +default=3
  b?: int32
  // +default={}
  inner?: Inner
}
`.replace('  // +default={}\n  inner?: Inner\n', ''),
      ['types', 'defaults'],
    )
    const work = placeGenerated(files)
    try {
      expect(
        typeErrors(
          work.folder,
          files.map(({ path }) => path),
        ),
      ).toEqual([])
      const module = await loadGenerated(work.folder, 'v1/defaults.gen.ts')
      const setDefaultsThing = module.setDefaultsThing as unknown as (value: object, hooks?: object) => void
      const thing = { more: { nested: [[{}, null]], map: { p: {} } } }
      const seen: string[] = []
      setDefaultsThing(thing, {
        spec: (spec: { a?: number }) => void seen.push(String(spec.a)),
        inner: (inner: { b?: number }) => {
          inner.b ??= 9
        },
      })
      expect(thing).toEqual({
        spec: { a: 1, list: ['x'], map: { q: { b: 2 } }, 'odd-name': 'd' },
        more: { a: 1, list: ['x'], map: { p: { b: 9 } }, nested: [[{ b: 9 }, null]], 'odd-name': 'd' },
      })
      expect(seen).toEqual(['undefined', 'undefined'])
    } finally {
      work.dispose()
    }
  })

  it('passes over types marked +k8s:defaulter-gen=false', async () => {
    const files = await generated(
      '\n// +k8s:defaulter-gen=false\nexport interface Thing extends TypeMeta { metadata?: ObjectMeta }\n',
      ['defaults'],
    )
    expect(textOf(files, 'v1/defaults.gen.ts')).not.toContain('setDefaultsThing')
  })
})

describe('clients', () => {
  it('has the methods that the tags leave', async () => {
    const files = await generated(
      `
// +genclient
// +genclient:nonNamespaced
// +genclient:onlyVerbs=get,update
// +genclient:method=Restart,verb=create,subresource=restart,input=example.com/v1.Order,result=example.com/v1.Thing
export interface Thing extends TypeMeta { metadata?: ObjectMeta }
export interface Order { force?: boolean }
`,
      ['types', 'client'],
    )
    const text = textOf(files, 'v1/client.gen.ts')
    expect(text).toContain('class ThingClientClass extends gen.ResourceClient<types.Thing> {')
    expect(text).toContain(
      '  restart(name: string, object: gen.Unstructured, options?: gen.CreateCallOptions): Promise<types.Thing> {',
    )
    expect(text).toContain("    return this.subresource('restart').create(name, object as never, options)")
    expect(text).toContain('  things(): ThingClient {')
    const [, omitted = ''] = /Omit<ThingClientClass, ([^>]*)>/.exec(text) ?? []
    expect(omitted).toContain("'create'")
    expect(omitted).not.toMatch(/'(get|update)'/)
    const work = placeGenerated(files)
    expect(
      typeErrors(
        work.folder,
        files.map(({ path }) => path),
      ),
    ).toEqual([])
    work.dispose()
  })

  const typed = (files: Awaited<ReturnType<typeof generated>>): string[] => {
    const work = placeGenerated(files)
    const paths = files.map(({ path }) => path)
    const errors = typeErrors(work.folder, paths)
    work.dispose()
    return errors
  }
  const withTags = (...tags: string[]) =>
    generated(
      `\n${['genclient', ...tags].map((tag) => `// +${tag}\n`).join('')}export interface Thing extends TypeMeta { metadata?: ObjectMeta }\n// +kubebuilder:object:root=true\nexport interface Other extends TypeMeta { metadata?: ObjectMeta }\n`,
      ['types', 'client'],
    )

  it('has methods for the resource itself', async () => {
    const files = await withTags(
      'genclient:method=Make,verb=create',
      'genclient:method=Store,verb=update',
      'genclient:method=Merge,verb=apply',
      'genclient:method=Find,verb=list',
      'genclient:method=Ask,verb=create,input=Other,result=Other',
    )
    const text = textOf(files, 'v1/client.gen.ts')
    expect(text).toContain(
      '  make(object: types.Thing, options?: gen.CreateCallOptions): Promise<types.Thing> {\n    return this.create(object, options)',
    )
    expect(text).toContain(
      '  store(object: types.Thing, options?: gen.UpdateCallOptions): Promise<types.Thing> {\n    return this.update(object, options)',
    )
    expect(text).toContain(
      '  merge(object: gen.ApplyInit<types.Thing>, options: gen.ApplyCallOptions): Promise<types.Thing> {\n    return this.apply(object, options)',
    )
    expect(text).toContain(
      '  find(options?: gen.ListCallOptions): Promise<gen.ListOf<types.Thing>> {\n    return this.list(options)',
    )
    expect(text).toContain(
      '  ask(object: types.Other, options?: gen.CreateCallOptions): Promise<types.Other> {\n    return gen.answering(this, types.Other).create(object, options)',
    )
    expect(typed(files)).toEqual([])
  })

  it('has nothing but methods of tags with +genclient:noVerbs', async () => {
    const files = await withTags('genclient:noVerbs', 'genclient:method=Run,verb=create,subresource=run')
    const text = textOf(files, 'v1/client.gen.ts')
    expect(text).toContain(
      '  run(name: string, object: types.Thing, options?: gen.CreateCallOptions): Promise<types.Thing> {',
    )
    const [, omitted = ''] = /Omit<ThingClientClass, ([^>]*)>/.exec(text) ?? []
    for (const method of ['get', 'list', 'create', 'update', 'patch', 'apply', 'delete', 'watch']) {
      expect(omitted).toContain(`'${method}'`)
    }
    expect(typed(files)).toEqual([])
  })

  it.each([
    [['genclient:readonly'], ['get', 'list', 'watch']],
    [
      ['genclient:readonly', 'genclient:onlyVerbs=create'],
      ['create', 'get', 'list', 'watch'],
    ],
  ])('reads only with %j', async (tags, left) => {
    const files = await withTags(...tags)
    const [, omitted = ''] =
      /ThingClient = Omit<gen.ResourceClient<types.Thing>, ([^>]*)>/.exec(textOf(files, 'v1/client.gen.ts')) ?? []
    const verbs = ['create', 'update', 'delete', 'deleteCollection', 'get', 'list', 'watch', 'patch', 'apply']
    expect(verbs.filter((verb) => !omitted.includes(`'${verb}'`)).sort()).toEqual(left)
  })

  it('is not written for kinds with +genclient:noVerbs', async () => {
    const files = await generated(
      '\n// +genclient\n// +genclient:noVerbs\nexport interface Thing extends TypeMeta { metadata?: ObjectMeta }\n',
      ['client'],
    )
    expect(files).toEqual([])
  })
})

describe('types with fixed values', () => {
  const body =
    '\n// +enum\nexport type Mode = "A" | "B"\n// +kubebuilder:resource\nexport interface Thing extends TypeMeta {\n  metadata?: ObjectMeta\n  mode?: Mode\n}\n'
  it('take other texts, which a later release may know', async () => {
    expect(textOf(await generated(body, ['types']), 'v1/types.gen.ts')).toContain("= 'A' | 'B' | (string & {})\n")
  })

  it('take no others on request', async () => {
    const files = await generated(body, ['types'], { closedEnums: true })
    expect(textOf(files, 'v1/types.gen.ts')).toContain("= 'A' | 'B'\n")
  })
})

describe('documentation', () => {
  const body =
    '\n// A thing of *beauty*.\n// +kubebuilder:resource\nexport interface Thing extends TypeMeta {\n  metadata?: ObjectMeta\n  // Its name.\n  a?: string\n}\n'
  it('stands above types and fields unless it is not wanted', async () => {
    const files = await generated(body, ['types'])
    expect(textOf(files, 'v1/types.gen.ts')).toContain('/** A thing of *beauty*. */')
    expect(textOf(files, 'v1/types.gen.ts')).toContain('/** Its name. */')
    expect(textOf(files, 'v1/descriptors.gen.ts')).not.toContain('Its name.')
    expect(textOf(await generated(body, ['types'], { docs: 'none' }), 'v1/types.gen.ts')).not.toContain('beauty')
  })

  it('stands in descriptors on request', async () => {
    const files = await generated(body, ['types'], { docs: 'all' })
    expect(textOf(files, 'v1/types.gen.ts')).toContain('/** A thing of *beauty*. */')
    expect(textOf(files, 'v1/descriptors.gen.ts')).toContain("doc: 'Its name.'")
  })

  it('stands in CRDs', async () => {
    expect(textOf(await generated(body, ['crd']), 'crds/example.com_things.yaml')).toContain('description: Its name.')
  })
})

it('writes protobuf numbers into descriptors and .proto files alike', async () => {
  const files = await generated(
    '// +k8s:protobuf-gen=package\nexport interface Thing extends TypeMeta {\n  // +protobuf=1\n  metadata?: ObjectMeta\n  // +protobuf=4\n  a?: int32[]\n}\n'.replace(
      '// +k8s:protobuf-gen=package\n',
      '',
    ),
    ['types', 'proto'],
  )
  expect(textOf(files, 'v1/descriptors.gen.ts')).toContain("gen.field('a', 4, gen.list($int32), '?')")
  expect(textOf(files, 'v1/generated.proto')).toBe('')
})
