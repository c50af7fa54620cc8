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
    const yaml = 'spec: {template: {spec: {containers: [{name: log, $patch: delete}, {name: new}]}}}'
    const { code, out } = await patch('-f', 'before.yaml', '-p', yaml)
    expect(code).toBe(0)
    expect(JSON.parse(out).spec.template.spec.containers).toEqual([{ name: 'new' }, { name: 'web', image: 'nginx:1' }])
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
    [['before.yaml', 'two.yaml'], 1, '2 objects where one is needed'],
    [['before.yaml', 'widget.yaml'], 1, 'needs two objects of one kind'],
    [['before.yaml', 'after.yaml', '--type', 'apply'], 2, 'not available'],
  ])('%j fails', async (args, code, message) => {
    const outcome = await apimachinery(['diff', ...(args as string[])], { cwd })
    expect(outcome).toMatchObject({ code, err: expect.stringContaining(message as string) })
  })
})
