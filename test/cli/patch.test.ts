import { describe, expect, it } from 'vitest'
import { apimachinery, folderWith } from './command.js'

const before = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  template:
    spec:
      containers:
      - {name: web, image: "nginx:1"}
      - {name: log, image: "log:1"}
`
const after = before.replace('nginx:1', 'nginx:2').replace('replicas: 3', 'replicas: 5')
const widget = 'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\nspec: {size: 1, big: 9007199254740993}\n'
const cwd = folderWith({
  'before.yaml': before,
  'after.yaml': after,
  'widget.yaml': widget,
  'two.yaml': `${before}---\n${after}`,
})

async function patch(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return await apimachinery(['patch', '-o', 'json', ...args], { cwd })
}

describe('patch', () => {
  it('applies a strategic merge patch, given as YAML or JSON', async () => {
    const yaml = 'spec: {template: {spec: {containers: [{name: log, $patch: delete}, {name: new, image: i}]}}}'
    const { code, out } = await patch('-f', 'before.yaml', '-p', yaml)
    expect(code).toBe(0)
    expect(JSON.parse(out).spec.template.spec.containers).toEqual([
      { name: 'new', image: 'i' },
      { name: 'web', image: 'nginx:1' },
    ])
  })

  it('applies merge and JSON patches, to kinds that are not known too', async () => {
    const merged = await patch('-f', 'widget.yaml', '--type', 'merge', '-p', '{"spec":{"size":null,"n":1}}')
    expect(merged.out).toContain('9007199254740993')
    expect(merged.out).not.toContain('size')
    const patched = await patch('-f', 'widget.yaml', '--type', 'json', '-p', '[{op: add, path: /spec/x, value: 1}]')
    expect(JSON.parse(patched.out).spec.x).toBe(1)
    const strategic = await patch('-f', 'widget.yaml', '-p', '{}')
    expect(strategic).toMatchObject({ code: 1, err: expect.stringContaining('format is not supported') })
  })

  it('takes the patch from a file or from standard input', async () => {
    const folder = folderWith({ 'before.yaml': before, 'p.json': '{"spec":{"replicas":7}}' })
    const fromFile = await apimachinery(['patch', '-f', 'before.yaml', '--patch-file', 'p.json'], { cwd: folder })
    expect(fromFile.out).toContain('replicas: 7')
    const args = ['patch', '-f', 'before.yaml', '--patch-file', '-']
    const fromInput = await apimachinery(args, { cwd: folder, input: 'spec: {replicas: 8}' })
    expect(fromInput.out).toContain('replicas: 8')
  })

  it.each([
    [['-f', 'before.yaml'], 2, 'give either -p PATCH or --patch-file FILE'],
    [['-f', 'before.yaml', '-p', '1'], 1, 'neither an object nor a list'],
    [['-f', 'before.yaml', '-p', '{}', '--type', 'x'], 2, '--type x: not one of'],
    [['-f', 'before.yaml', '-p', '{}', '--type', 'json'], 1, 'cannot unmarshal object'],
    [['-f', 'before.yaml', '--patch-file', 'nope'], 2, '--patch-file nope'],
    [
      ['-f', 'before.yaml', '-p', '[{op: test, path: /kind, value: X}]', '--type', 'json'],
      1,
      'testing value /kind failed',
    ],
  ])('%j fails', async (args, code, message) => {
    expect(await patch(...(args as string[]))).toMatchObject({ code, err: expect.stringContaining(message as string) })
  })
})

describe('diff', () => {
  it.each([
    [
      'strategic',
      {
        spec: {
          replicas: 5,
          template: { spec: expect.objectContaining({ containers: [{ name: 'web', image: 'nginx:2' }] }) },
        },
      },
    ],
    ['merge', { spec: { replicas: 5, template: { spec: { containers: [expect.anything(), expect.anything()] } } } }],
  ])('makes a %s patch', async (type, expected) => {
    const { code, out } = await apimachinery(['diff', 'before.yaml', 'after.yaml', '--type', type as string], { cwd })
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual(expected)
  })

  it('makes a patch that `patch` takes', async () => {
    for (const type of ['strategic', 'merge', 'json']) {
      const { out } = await apimachinery(['diff', 'before.yaml', 'after.yaml', '--type', type], { cwd })
      const patched = await patch('-f', 'before.yaml', '--type', type, '-p', out)
      const [wanted] = [await patch('-f', 'after.yaml', '--type', type, '-p', type === 'json' ? '[]' : '{}')]
      expect(JSON.parse(patched.out)).toEqual(JSON.parse(wanted.out))
    }
  })

  it('writes YAML', async () => {
    const args = ['diff', 'before.yaml', 'after.yaml', '--type', 'json', '-o', 'yaml']
    expect((await apimachinery(args, { cwd })).out).toContain('- op: replace\n  path: /spec/')
  })

  it.each([
    [['before.yaml'], 2, 'give two files'],
    [['before.yaml', 'two.yaml'], 1, 'Deployment web is there twice'],
    [['before.yaml', 'widget.yaml'], 1, 'needs two objects of one kind'],
    [['before.yaml', 'after.yaml', '--type', 'apply'], 2, 'not available'],
  ])('%j fails', async (args, code, message) => {
    const outcome = await apimachinery(['diff', ...(args as string[])], { cwd })
    expect(outcome).toMatchObject({ code, err: expect.stringContaining(message as string) })
  })
})

describe('patch --type apply', () => {
  async function apply(...args: string[]): Promise<{ code: number; out: string; err: string }> {
    return await patch('--type', 'apply', ...args)
  }

  /** The object after a patch, as the file of another folder. */
  async function folderAfter(...args: string[]): Promise<string> {
    const { code, out } = await apply(...args)
    expect(code).toBe(0)
    return folderWith({ 'live.json': out })
  }

  const scale = 'spec: {replicas: 5}'

  it('writes the owners of fields, and merges lists by their keys', async () => {
    const { out } = await apply(
      ...['-f', 'before.yaml', '--field-manager', 'deployer'],
      ...['-p', 'spec: {template: {spec: {containers: [{name: web, image: "nginx:2"}]}}}', '--force-conflicts'],
    )
    const { metadata, spec } = JSON.parse(out)
    const entry = metadata.managedFields.find(({ manager }: { manager: string }) => manager === 'deployer')
    expect(entry).toMatchObject({ operation: 'Apply', apiVersion: 'apps/v1', fieldsType: 'FieldsV1' })
    expect(Object.keys(entry.fieldsV1['f:spec']['f:template']['f:spec']['f:containers'])).toEqual(['k:{"name":"web"}'])
    expect(spec.template.spec.containers).toEqual([
      expect.objectContaining({ name: 'web', image: 'nginx:2' }),
      expect.objectContaining({ name: 'log', image: 'log:1' }),
    ])
  })

  it('names itself when no other name is given', async () => {
    const { out } = await apply('-f', 'before.yaml', '-p', 'metadata: {labels: {a: b}}')
    expect(JSON.parse(out).metadata.managedFields).toContainEqual(
      expect.objectContaining({ manager: 'apimachinery', operation: 'Apply' }),
    )
  })

  it('lists the managers and the fields of conflicts, unless they are forced', async () => {
    const owned = await folderAfter(
      '-f',
      'before.yaml',
      '-p',
      scale,
      '--field-manager',
      'autoscaler',
      '--force-conflicts',
    )
    const args = ['patch', '-f', 'live.json', '-o', 'json', '--type', 'apply', '--field-manager', 'deployer']
    const wanted = 'spec: {replicas: 7}'
    const refused = await apimachinery([...args, '-p', wanted], { cwd: owned })
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('Apply failed with 1 conflict: conflict with "autoscaler": .spec.replicas')
    const forced = await apimachinery([...args, '-p', wanted, '--force-conflicts'], { cwd: owned })
    expect(forced.code).toBe(0)
    const { spec, metadata } = JSON.parse(forced.out)
    expect(spec.replicas).toBe(7)
    expect(metadata.managedFields.map(({ manager }: { manager: string }) => manager)).not.toContain('autoscaler')
  })

  it('removes what its manager does not apply any more', async () => {
    const owned = await folderAfter('-f', 'before.yaml', '-p', 'metadata: {labels: {a: "1", b: "2"}}')
    const args = ['patch', '-f', 'live.json', '-o', 'json', '--type', 'apply', '-p', 'metadata: {labels: {b: "2"}}']
    const { out } = await apimachinery(args, { cwd: owned })
    expect(JSON.parse(out).metadata.labels).toEqual({ b: '2' })
  })

  it('merges kinds that are not known by the form of their fields, without rounding', async () => {
    const { out } = await apply('-f', 'widget.yaml', '-p', 'spec: {colour: red}')
    expect(JSON.parse(out).spec).toMatchObject({ size: 1, colour: 'red' })
    expect(out).toContain('9007199254740993')
  })

  it.each([
    ['spec: {nope: 1}', '.spec.nope: field not declared in schema'],
    ['spec: {replicas: {}}', 'expected numeric (int or float), got map'],
    ['kind: Pod', 'Pod'],
    ['metadata: {managedFields: [{}]}', 'metadata.managedFields must be nil'],
    ['[]', 'the patch is a list; --type apply needs an object'],
  ])('%s fails', async (change, message) => {
    const { code, out, err } = await apply('-f', 'before.yaml', '-p', change)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(message)
    expect(err).not.toMatch(/at .*\.(ts|js):\d/)
  })
})
