import { describe, expect, it } from 'vitest'
import { writeConversions } from '../../../codegen/back-ends/conversion/conversions.js'
import { writeTypeScript } from '../../../codegen/back-ends/typescript/typescript.js'
import { Diagnostics, formatDiagnostic } from '../../../codegen/diagnostics/diagnostic.js'
import { readTaggedTypeScript } from '../../../codegen/front-ends/ts-tags/ts-tags.js'
import { userLayout } from '../../../codegen/profiles/user-layout.js'
import { loadGenerated, placeGenerated, typeErrors } from '../compile-generated.js'

const head = `// +groupName=example.com
import type { int32, int64 } from 'apimachinery/codegen/tags'
import type { ObjectMeta, TypeMeta } from 'apimachinery/meta/v1'
// +kubebuilder:resource
`
const kind = 'export interface Thing extends TypeMeta { metadata?: ObjectMeta; spec?: Spec }\n'

async function generated(v1: string, v2: string) {
  const diagnostics = new Diagnostics()
  const files = [
    { file: 'api/v1/types.ts', text: head + kind + v1 },
    { file: 'api/v2/types.ts', text: head + kind + v2 },
  ]
  const { model, folderOf } = await readTaggedTypeScript({ source: 'x', files, root: 'api' }, diagnostics)
  const layout = userLayout({ docs: false, folderOf })
  const output = [...writeTypeScript(model, layout), ...writeConversions(model, layout, diagnostics)]
  return { output, diagnostics, report: output.find(({ path }) => path.endsWith('.txt'))?.text ?? '' }
}

type Convert = (from: object, scope: unknown, hooks: object) => Record<string, unknown>

/** Runs a conversion function of `v1/conversions.gen.ts`, after the compiler has seen it all. */
async function run(output: Awaited<ReturnType<typeof generated>>['output'], name: string): Promise<Convert> {
  const work = placeGenerated(output)
  try {
    expect(
      typeErrors(
        work.folder,
        output.map(({ path }) => path).filter((path) => path.endsWith('.ts')),
      ),
    ).toEqual([])
    return (await loadGenerated(work.folder, 'v1/conversions.gen.ts'))[name] as unknown as Convert
  } finally {
    work.dispose()
  }
}

describe('conversions', () => {
  it('converts through the version that Kubernetes prefers, without loss where types are alike', async () => {
    const same = 'export interface Spec { a?: string; b?: Inner[] }\nexport interface Inner { c: int32; d?: Inner[] }\n'
    const { output, diagnostics, report } = await generated(same, same)
    expect(diagnostics.items).toEqual([])
    expect(output.map(({ path }) => path).filter((path) => path.includes('conversions'))).toEqual([
      'v1/conversions.gen.ts',
      'v1/conversions.txt',
    ])
    expect(report).toBe(
      'What a round trip loses where no hook keeps it.\n\nThing, v1 to v2 and back:\n  nothing is lost\nThing, v2 to v1 and back:\n  nothing is lost\n',
    )
    const thingToV2 = await run(output, 'thingToV2')
    const thing = { metadata: { name: 'x' }, spec: { a: 'q', b: [{ c: 1, d: [{ c: 2 }] }] } }
    expect(thingToV2(thing, {}, {})).toEqual(thing)
  })

  it('keeps no answer that held only while the question was open', async () => {
    const { output, report } = await generated(
      'export interface Spec { tree?: Tree; branch?: Branch; list?: Branch[] }\nexport interface Tree { branch?: Branch; size?: int64 }\nexport interface Branch { child?: Tree }\n',
      'export interface Spec { tree?: Tree; branch?: Branch; list?: Branch[] }\nexport interface Tree { branch?: Branch; size?: int32 }\nexport interface Branch { child?: Tree }\n',
    )
    for (const path of ['spec.tree.size', 'spec.branch.child.size', 'spec.list[].child.size']) {
      expect(report).toContain(`${path}: int64 is no int32`)
    }
    const specToV2 = await run(output, 'specToV2')
    const branch = { child: { size: 5, branch: { child: { size: 6 } } } }
    const hooks = { treeToV2: (from: { size: number }, to: object) => Object.assign(to, { size: from.size * 10 }) }
    expect(specToV2({ branch, list: [branch] }, {}, hooks)).toEqual({
      branch: { child: { size: 50, branch: { child: { size: 60 } } } },
      list: [{ child: { size: 50, branch: { child: { size: 60 } } } }],
    })
  })

  it.each([
    [
      'three types in a circle, the difference in the last',
      'A { b?: B }',
      'B { c?: C }',
      'C { a?: A; x?: int64 }',
      'C { a?: A; x?: int32 }',
    ],
    [
      'a type that contains itself twice',
      'A { a?: A; b?: B[] }',
      'B { a?: A }',
      'C { a?: A; b?: B; x?: int64 }',
      'C { a?: A; b?: B; x?: int32 }',
    ],
  ])('%s', async (_, ...[a, b, ...c]) => {
    const spec = 'export interface Spec { a?: A; b?: B; c?: C }\n'
    const [v1, v2] = c.map((each) => `${spec}${[a, b, each].map((type) => `export interface ${type}\n`).join('')}`)
    const { output, report } = await generated(v1 as string, v2 as string)
    expect(report).toContain('spec.c.x: int64 is no int32')
    if (a.includes('{ b?')) expect(report).toContain('spec.a.b.c.x: int64 is no int32')
    const specToV2 = await run(output, 'specToV2')
    const hooks = { cToV2: () => undefined }
    expect(specToV2({ a: { b: { c: { x: 1 } } }, b: {} }, {}, hooks)).toEqual(
      a.includes('{ b?') ? { a: { b: { c: {} } }, b: {} } : expect.anything(),
    )
  })

  it('writes no cast: what differs in being required is carried over field by field', async () => {
    const { output } = await generated(
      'export interface Spec { same?: Same; inner?: Inner; list?: Inner[] }\nexport interface Same { a?: string }\nexport interface Inner { /** +optional */ c?: string }\n',
      'export interface Spec { same?: Same; inner?: Inner; list?: Inner[] }\nexport interface Same { a?: string }\nexport interface Inner { c: string }\n',
    )
    const text = output.find(({ path }) => path.endsWith('conversions.gen.ts'))?.text ?? ''
    expect(text).not.toMatch(/ as typeof /)
    expect(text).toContain('to.same = from.same\n')
    const specToV2 = await run(output, 'specToV2')
    expect(specToV2({ same: { a: 'x' }, inner: {}, list: [{ c: 'y' }] }, {}, {})).toEqual({
      ...{ same: { a: 'x' }, inner: {}, list: [{ c: 'y' }] },
    })
  })

  it('converts through lists and maps, and asks for what has no counterpart', async () => {
    const { output, diagnostics, report } = await generated(
      'export interface Spec { list?: Inner[]; map?: Record<string, Inner>; deep?: Record<string, Inner[]>; gone?: string }\nexport interface Inner { c: int64; old?: string }\n',
      'export interface Spec { list?: Inner[]; map?: Record<string, Inner>; deep?: Record<string, Inner[]>; fresh?: string }\nexport interface Inner { c: int32 }\n',
    )
    expect(report).toBe(`What a round trip loses where no hook keeps it.

Thing, v1 to v2 and back:
  spec.gone: v2 has no such field
  spec.list[].c: int64 is no int32
  spec.list[].old: v2 has no such field
  spec.map.*.c: int64 is no int32
  spec.map.*.old: v2 has no such field
  spec.deep.*[].c: int64 is no int32
  spec.deep.*[].old: v2 has no such field
Thing, v2 to v1 and back:
  spec.fresh: v1 has no such field
`)
    expect(diagnostics.items.map(formatDiagnostic)[0]).toContain('api/v1/types.ts:6:')
    const specToV2 = await run(output, 'specToV2')
    const hooks = {
      specToV2: (from: { gone: string }, to: { fresh: string }) => {
        to.fresh = from.gone
      },
      innerToV2: (from: { c: number }, to: { c: number }) => {
        to.c = from.c % 10
      },
    }
    const spec = { list: [{ c: 11 }], map: { __proto__x: { c: 12 } }, deep: { a: [{ c: 13 }] }, gone: 'g' }
    expect(specToV2(spec, {}, hooks)).toEqual({
      list: [{ c: 1 }],
      map: { __proto__x: { c: 2 } },
      deep: { a: [{ c: 3 }] },
      fresh: 'g',
    })
  })

  it('leaves out what +k8s:conversion-gen=false marks, and leaves marked types to hooks', async () => {
    const { output, diagnostics, report } = await generated(
      'export interface Spec {\n  // +k8s:conversion-gen=false\n  a?: string\n  b?: Own\n}\n// +k8s:conversion-gen=false\nexport interface Own { x?: string }\n',
      'export interface Spec { b?: Own }\nexport interface Own { y?: string }\n',
    )
    expect(diagnostics.items).toEqual([])
    expect(report).toContain('  spec.b.x: left to the hook')
    const specToV2 = await run(output, 'specToV2')
    const ownToV2 = (from: { x: string }, to: { y: string }) => {
      to.y = from.x
    }
    expect(specToV2({ a: '1', b: { x: '2' } }, {}, { ownToV2 })).toEqual({ b: { y: '2' } })
  })

  it('follows +k8s:conversion-gen, and reports a missing target', async () => {
    const spec = 'export interface Spec { a?: string }\n'
    const files = [
      { file: 'api/v1/types.ts', text: head + kind + spec },
      {
        file: 'api/v2/types.ts',
        text: head.replace('\n', '\n// +k8s:conversion-gen=../v1\n// +k8s:conversion-gen=../v3\n') + kind + spec,
      },
    ]
    const diagnostics = new Diagnostics()
    const { model, folderOf } = await readTaggedTypeScript({ source: 'x', files, root: 'api' }, diagnostics)
    const output = writeConversions(model, userLayout({ docs: false, folderOf }), diagnostics)
    expect(output.map(({ path }) => path)).toEqual(['v2/conversions.gen.ts', 'v2/conversions.txt'])
    expect(diagnostics.items.map(({ code }) => code)).toEqual(['conversion-peer'])
  })
})
