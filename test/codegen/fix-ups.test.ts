import { describe, expect, test } from 'vitest'
import { Diagnostics, formatDiagnostic } from '../../codegen/diagnostics/diagnostic.js'
import { applyFixUps, type FixUp } from '../../codegen/fix-ups/fix-up.js'
import type { ApiModel } from '../../codegen/ir/model.js'
import { namedRef } from '../../codegen/ir/type-ref.js'
import { readGo } from './go-types/read.js'

const path = 'example.com/api/toys/v1'

async function model(): Promise<ApiModel> {
  const { model } = await readGo(
    'const Old = "x"\n// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object\n// +kubebuilder:resource\ntype Toy struct {\n\tmetav1.TypeMeta `json:",inline"`\n\tA string `json:"a"`\n}\n',
  )
  return model
}

/** The text of the package after one fix-up, and what was said about it. */
async function applied(fixUp: FixUp, strict = true): Promise<{ text: string; messages: string[] }> {
  const subject = await model()
  const diagnostics = new Diagnostics()
  applyFixUps(subject, [fixUp], { strict, diagnostics })
  return { text: JSON.stringify(subject.packages[0]), messages: diagnostics.items.map(formatDiagnostic) }
}

const base = { package: path, defect: 'it is wrong' }

describe('a fix-up changes the model', () => {
  test.each<[FixUp, string]>([
    [{ ...base, op: 'set-constant', constant: { name: 'Old', value: 'y' } }, '{"name":"Old","value":"y"}'],
    [{ ...base, op: 'set-constant', constant: { name: 'New', value: 1 } }, '{"name":"New","value":1}'],
    [{ ...base, op: 'set-resource', kind: 'Toy', resource: { shortNames: ['ty'] } }, '"shortNames":["ty"]'],
    [{ ...base, op: 'set-registered', registered: [namedRef(path, 'Toy')] }, '"registered":[{"form":"named"'],
    [
      { ...base, op: 'set-kind', type: 'Toy', kind: { kind: 'Toy', registered: true, hasTypeMeta: false } },
      '"kind":{"kind":"Toy","registered":true,"hasTypeMeta":false}',
    ],
    [{ ...base, op: 'set-field', type: 'Toy', field: 'a', set: { number: 7 } }, '"number":7'],
    [{ ...base, op: 'set-field', type: 'Toy', field: 'a', set: {}, options: { nullable: true } }, '"nullable":true'],
  ])('%j: the text of the package says so', async (fixUp, expected) => {
    const { text, messages } = await applied(fixUp)
    expect(messages).toEqual([])
    expect(text).toContain(expected)
  })

  test('types and constants can be dropped', async () => {
    expect((await applied({ ...base, op: 'drop-type', type: 'Toy' })).text).not.toContain('"name":"Toy"')
    expect((await applied({ ...base, op: 'drop-constant', constant: 'Old' })).text).not.toContain('"Old"')
  })
})

describe('a fix-up that no longer applies', () => {
  const unused: FixUp = { ...base, op: 'drop-type', type: 'Gone' }

  test('fails the release it was written for', async () => {
    expect((await applied(unused)).messages).toEqual([
      `error: the fix-up "drop-type {"package":"${path}","type":"Gone"}" no longer applies; it worked around: it is wrong [fix-up]`,
    ])
  })

  test.each<FixUp>([
    { ...base, package: 'example.com/other', op: 'drop-type', type: 'Toy' },
    { ...base, op: 'set-constant', constant: { name: 'Old', value: 'x' } },
    { ...base, op: 'set-resource', kind: 'Toy', resource: { scope: 'Namespaced' } },
    { ...base, op: 'set-field', type: 'Toy', field: 'missing', set: { number: 1 } },
    { ...base, op: 'set-field', type: 'Toy', field: 'a', set: { number: 0 } },
  ])('changes nothing and is reported: %j', async (fixUp) => {
    expect((await applied(fixUp)).messages).toHaveLength(1)
  })

  test('is passed over for another release', async () => {
    expect((await applied(unused, false)).messages).toEqual([])
  })
})
