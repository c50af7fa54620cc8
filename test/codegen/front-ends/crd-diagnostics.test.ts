import { describe, expect, it } from 'vitest'
import { customResourceDefinitions } from '../../../codegen/back-ends/crd/custom-resource-definitions.js'
import { Diagnostics, formatDiagnostic } from '../../../codegen/diagnostics/diagnostic.js'
import { readCRDs } from '../../../codegen/front-ends/crd/crd.js'

const good = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Thing, plural: things, singular: thing, listKind: ThingList}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
`

async function messages(text: string): Promise<string[]> {
  const diagnostics = new Diagnostics()
  const model = await readCRDs({ source: 'x', files: [{ file: 'x.yaml', text }] }, diagnostics)
  customResourceDefinitions(model, { docs: true, diagnostics })
  return diagnostics.items.map(formatDiagnostic)
}

describe('diagnostics of CRDs', () => {
  it.each<[string, string, string]>([
    ['yaml', good.replace('scope: Namespaced', 'scope: [Namespaced'), 'x.yaml:'],
    ['yaml', `${good}---\na: 1\na: 2\n`, 'key "a" already set in map'],
    [
      'crd-kind',
      'apiVersion: v1\nkind: ConfigMap\n',
      'x.yaml:2:1: warning: not a CustomResourceDefinition but ConfigMap',
    ],
    ['crd-version', good.replace('io/v1', 'io/v2'), 'x.yaml:1:1: error: apiVersion apiextensions.k8s.io/v2'],
    ['crd-version', good.replace('io/v1', 'io/v1beta1'), 'x.yaml:1:1: warning: apiextensions.k8s.io/v1beta1 is read'],
    ['crd-incomplete', good.replace('  group: example.com\n', ''), 'x.yaml:4:1: error: spec.group is missing'],
    [
      'crd-name',
      good.replace('group: example.com', 'group: ../../etc'),
      'x.yaml:5:3: error: spec.group is "../../etc": ',
    ],
    ['crd-name', good.replace('group: example.com', 'group: "a\\nb"'), 'spec.group is "a\\nb": '],
    ['crd-name', good.replace('name: v1,', 'name: V_1,'), 'x.yaml:9:6: warning: spec.versions[0].name is "V_1": '],
    ['crd-name', good.replace('plural: things', 'plural: a/b'), 'spec.names.plural is "a/b": '],
    ['crd-name', good.replace('kind: Thing,', 'kind: "A b",'), 'spec.names.kind is "A b": '],
    ['crd-incomplete', good.replace('kind: Thing, ', ''), 'spec.names.kind is missing'],
    ['crd-incomplete', good.replace(/ {2}versions:[\s\S]*/, ''), 'spec.versions is missing'],
    ['crd-incomplete', good.replace('name: v1, ', ''), 'x.yaml:9:5: error: a version has no name'],
    ['crd-schema', good.replace(', schema: {openAPIV3Schema: {type: object}}', ''), 'version v1 has no schema'],
    ['crd-duplicate', `${good}---\n${good}`, 'x.yaml:17:11: error: kind Thing of example.com/v1 is defined twice'],
    [
      'crd-storage',
      good
        .replace('storage: true', 'storage: false')
        .concat('  - {name: v2, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}\n'),
      'no version of Thing is the stored one',
    ],
    [
      'crd-storage',
      good.concat('  - {name: v2, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}\n'),
      '2 versions of Thing are marked',
    ],
  ])('%s: %#', async (code, text, message) => {
    const found = (await messages(text)).filter((line) => line.includes(`[${code}]`))
    expect(found.join('\n')).toContain(message)
  })

  it('finds nothing wrong with a good one, in a list and as JSON too', async () => {
    expect(await messages(good)).toEqual([])
    expect(await messages(`kind: List\nitems:\n- ${good.replaceAll('\n', '\n  ')}`)).toEqual([])
    expect(await messages('{"kind":"List","items":[]}')).toEqual([])
  })
})
