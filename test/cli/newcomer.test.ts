import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isDiffWithCluster } from '../../cli/cluster-or-files.js'
import { apimachinery, folderWith } from './command.js'

const map = (name: string, value = 'v'): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: ns}\ndata: {k: ${value}}\n`
const deployment = (version: string, rest = ''): string =>
  `apiVersion: ${version}\nkind: Deployment\nmetadata: {name: d}\nspec:\n  replicas: 1\n${rest}  template:\n    metadata: {labels: {a: b}}\n    spec: {containers: [{name: c, image: i}]}\n`
const current = deployment('apps/v1', '  selector: {matchLabels: {a: b}}\n')
const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns: [{name: Size, type: integer, jsonPath: .spec.size}]
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer, minimum: 1}}}}}}
`
const widget = (size: number): string =>
  `apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w, namespace: ns}\nspec: {size: ${size}}\n`

describe('diff', () => {
  const cwd = folderWith({
    'one.yaml': map('a'),
    'other.yaml': map('z', 'w'),
    'two.yaml': `${map('a')}---\n${map('b')}`,
    'changed.yaml': `${map('b', 'w')}---\n${map('a')}`,
    'three.yaml': `${map('a', 'p')}---\n${map('b', 'q')}---\n${map('c')}`,
    'twice.yaml': `${map('a')}---\n${map('a')}`,
  })

  it('compares single objects, whatever their names', async () => {
    const { code, out } = await apimachinery(['diff', 'one.yaml', 'other.yaml'], { cwd })
    expect({ code, out }).toEqual({ code: 0, out: '{"data":{"k":"w"},"metadata":{"name":"z"}}\n' })
  })

  it('pairs the objects of files with several', async () => {
    const { code, out } = await apimachinery(['diff', 'two.yaml', 'changed.yaml'], { cwd })
    const object = { apiVersion: 'v1', kind: 'ConfigMap', name: 'b', namespace: 'ns' }
    expect({ code, out }).toEqual({ code: 0, out: `${JSON.stringify({ object, patch: { data: { k: 'w' } } })}\n` })
  })

  it('writes documents of YAML, and says what only one file has', async () => {
    const { code, out, err } = await apimachinery(['diff', 'two.yaml', 'three.yaml', '-o', 'yaml'], { cwd })
    expect(out.split('---\n').map((each) => /name: (\w)/.exec(each)?.[1])).toEqual(['a', 'b'])
    expect({ code, err }).toEqual({ code: 1, err: 'three.yaml: only here: ConfigMap ns/c' })
  })

  it('refuses an object that is there twice', async () => {
    const { code, err } = await apimachinery(['diff', 'twice.yaml', 'two.yaml'], { cwd })
    expect({ code, err }).toEqual({ code: 1, err: 'apimachinery: twice.yaml: ConfigMap ns/a is there twice' })
  })

  it.each([
    [['diff', '-f', 'x'], true],
    [['diff', '--filename=x'], true],
    [['diff', 'a', 'b'], false],
    [['patch', '-f', 'x'], false],
  ])('%j is for the cluster: %s', (args, expected) => {
    expect(isDiffWithCluster(args)).toBe(expected)
  })
})

describe('a hint', () => {
  const cwd = folderWith({ 'a.yaml': map('a') })
  it.each([
    ['validate', true],
    ['convert', true],
    ['kinds', false],
  ])('to -f of %s is given: %s, for it must be accepted', async (verb, given) => {
    const { err } = await apimachinery([verb, 'a.yaml'], { cwd })
    expect(err.includes(`apimachinery ${verb} -f a.yaml`)).toBe(given)
  })
})

describe('definitions among the input', () => {
  const cwd = folderWith({
    'both.yaml': `${widget(0)}---\n${definition}`,
    'cr.yaml': widget(0),
    'good.yaml': widget(2),
  })
  mkdirSync(join(cwd, 'crds'))
  writeFileSync(join(cwd, 'crds/widget.yaml'), definition)
  const refused = /spec\.size: Invalid value: 0: spec\.size in body should be greater than or equal to 1$/

  it.each([[['-f', 'crds', '-f', 'cr.yaml']], [['-f', 'cr.yaml', '-f', 'crds']], [['-f', 'both.yaml']]])(
    'validate %j uses them',
    async (args) => {
      const { code, out, err } = await apimachinery(['validate', ...args], { cwd })
      expect({ code, out }).toEqual({ code: 1, out: '1 valid, 1 refused\n' })
      expect(err).toMatch(refused)
    },
  )

  it('validate reads them from standard input', async () => {
    const { out, err } = await apimachinery(['validate', '-f', '-'], { cwd, input: `${widget(0)}---\n${definition}` })
    expect(out).toBe('1 valid, 1 refused\n')
    expect(err).toMatch(refused)
  })

  it('a broken one is reported once, and its resources have no rules', async () => {
    const broken = definition.replace('type: integer, minimum', 'type: nonsense, minimum')
    const { code, out, err } = await apimachinery(['validate', '-f', '-'], { input: `${broken}---\n${widget(0)}` })
    expect({ code, out }).toEqual({ code: 1, out: '1 valid, 1 refused\n' })
    expect(err).toContain('Unsupported value: "nonsense"')
    expect(err).toContain('Kind=Widget: not a known kind, only its syntax was checked')
  })

  it('get has their columns', async () => {
    const { out } = await apimachinery(['get', '-f', 'good.yaml', '-f', 'crds'], { cwd })
    expect(out).toMatch(/^NAME +SIZE\nwidget\.example\.com\/w +2\n/)
  })
})

describe('patch', () => {
  const patch = (text: string, ...args: string[]) => apimachinery(['patch', '-f', '-', ...args], { input: text })

  it.each([
    [
      ['-p', '{"spec":{"replicas":-1}}'],
      '<stdin>:5:3',
      'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    ],
    [
      ['--type', 'json', '-p', '[{"op":"replace","path":"/spec/replicas","value":"x"}]'],
      '<stdin>:1:1',
      'json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32',
    ],
    [['--type', 'merge', '-p', '{"spec":{"selector":null}}'], '<stdin>:6:3', 'spec.selector: Required value'],
    [
      ['--type', 'apply', '-p', '{"metadata":{"labels":{"a b":"c"}}}'],
      '<stdin>:',
      'metadata.labels: Invalid value: "a b"',
    ],
  ])('%j makes an invalid object and is refused', async (args, place, message) => {
    const { code, out, err } = await patch(current, ...args)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(new RegExp(`^${place}`))
    expect(err).toContain('a server would refuse the patched object: ')
    expect(err).toContain(message)
  })

  it('leaves what was incomplete before as it is', async () => {
    const base = deployment('apps/v1')
    const { code, out } = await patch(base, '-p', '{"spec":{"replicas":3}}')
    expect(code).toBe(0)
    expect(out).toContain('replicas: 3')
    const worse = await patch(base, '-p', '{"spec":{"replicas":-3}}')
    expect(worse.err).toMatch(/refuse the patched object: spec\.replicas: Invalid value: -3: [^;]*$/)
  })

  it('takes objects of a cluster', async () => {
    const live = map('a').replace('namespace: ns', 'namespace: ns, resourceVersion: "7", uid: u')
    expect((await patch(live, '-p', '{"data":{"k":"w"}}')).out).toContain('resourceVersion: "7"')
  })
})

describe('decode', () => {
  const encoded = async (format: string) =>
    (await apimachinery(['convert', '-f', '-', '-o', format], { input: map('a') })).bytes
  const wanted = 'apiVersion: v1\ndata:\n  k: v\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: ns\n'

  it.each(['protobuf', 'cbor', 'json'])('reads what etcdctl prints of %s', async (format) => {
    const value = await encoded(format)
    const forms = [value, Buffer.concat([value, Buffer.from('\n')])]
    forms.push(Buffer.concat([Buffer.from('/registry/configmaps/ns/a\n'), value, Buffer.from('\n')]))
    for (const input of forms) expect((await apimachinery(['decode', '-f', '-'], { input })).out).toBe(wanted)
  })

  it('still refuses what is cut off', async () => {
    const value = await encoded('protobuf')
    const cut = Buffer.concat([value.subarray(0, -3), Buffer.from('\n')])
    expect(await apimachinery(['decode', '-f', '-'], { input: cut })).toMatchObject({ code: 1, out: '' })
  })
})

describe('convert of an object that leaves fields to defaults', () => {
  const convert = (input: string, to: string) => apimachinery(['convert', '-f', '-', '--output-version', to], { input })

  it.each(['extensions/v1beta1', 'apps/v1beta1'])('writes the selector that %s takes from labels', async (version) => {
    const { code, out, err } = await convert(deployment(version), 'apps/v1')
    expect(code).toBe(0)
    expect(out).toContain('  selector:\n    matchLabels:\n      a: b\n')
    expect(err).toMatch(
      new RegExp(
        `^<stdin>:1:1: note: the defaults of ${version} and apps/v1 differ, so those of ${version} are written: `,
      ),
    )
    const valid = await apimachinery(['validate', '-f', '-'], { input: out })
    expect(valid).toMatchObject({ code: 0, out: '1 valid, 0 refused\n' })
  })

  it('does so for items of a list', async () => {
    const item = deployment('extensions/v1beta1').replaceAll('\n', '\n  ')
    const { out, err } = await convert(`apiVersion: v1\nkind: List\nitems:\n- ${item}\n`, 'apps/v1')
    expect(out).toContain('- apiVersion: apps/v1\n')
    expect(out).toContain('    selector:\n      matchLabels:\n        a: b\n')
    expect(err).toContain('spec.selector')
  })

  it('adds nothing where the defaults are the same', async () => {
    const scaler =
      'apiVersion: autoscaling/v1\nkind: HorizontalPodAutoscaler\nmetadata: {name: h}\nspec: {maxReplicas: 2, scaleTargetRef: {kind: D, name: d}}\n'
    const { out, err } = await convert(scaler, 'autoscaling/v2')
    expect(err).toBe('')
    expect(out).not.toContain('minReplicas')
    expect((await convert(current, 'apps/v1beta2')).err).toBe('')
  })
})

describe('an error in YAML', () => {
  it.each([
    ['metadata:\n  name: p\nspec:\n  containers:\n  - name: c\n   image: x\n', '6:4', 'did not find expected key'],
    [`${map('a')}---\n# c\na: b\n\tc: d\n`, '8:', 'found a tab character that violates indentation'],
    ['a: [\n', '2:1', 'did not find expected node content'],
  ])('names one line: %j', async (input, place, message) => {
    const { err } = await apimachinery(['validate', '-f', '-'], { input })
    expect(err).toMatch(new RegExp(`^<stdin>:${place}`))
    expect(err).toContain(`: yaml: ${message}`)
    expect(err).not.toMatch(/line \d/)
  })
})
