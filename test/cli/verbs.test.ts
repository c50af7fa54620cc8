import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apimachinery, folderWith } from './command.js'

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {app: web}}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: web, image: "nginx:1.29"}
`

/** A module with a kind of its own in two versions, written in JavaScript as a user may. */
const gadgets = `
export function addToScheme(scheme) {
  const ConfigMap = scheme.allKnownTypes().find(({ gvk }) => gvk.kind === 'ConfigMap').type
  const kindOf = (version) => {
    const groupVersionKind = new ConfigMap.groupVersionKind.constructor('example.com', version, 'Gadget')
    return class Gadget extends Object.getPrototypeOf(ConfigMap) {
      static groupVersionKind = groupVersionKind
      static descriptor = ConfigMap.descriptor
    }
  }
  const [old, current] = [kindOf('v1beta1'), kindOf('v1')]
  scheme.addKnownTypes(old.groupVersionKind.groupVersion(), old)
  scheme.addKnownTypes(current.groupVersionKind.groupVersion(), current)
  scheme.addConversion(old, current, ({ metadata, data }) => new current({ metadata, data: { ...data, from: 'v1beta1' } }))
  scheme.addTypeDefaultingFunc(old, (gadget) => { gadget.data ??= { colour: 'blue' } })
}
`
const gadget = 'apiVersion: example.com/v1beta1\nkind: Gadget\nmetadata: {name: g}\ndata: {a: b}\n'

describe('the command', () => {
  it('lists its verbs, and fails without one', async () => {
    const asked = await apimachinery(['--help'])
    expect(asked.code).toBe(0)
    for (const verb of ['convert', 'decode', 'validate', 'default', 'kinds', 'generate'])
      expect(asked.out).toContain(verb)
    expect((await apimachinery([])).code).toBe(2)
  })

  it.each(['convert', 'decode', 'validate', 'default', 'kinds'])('tells how to call %s', async (verb) => {
    const { code, out } = await apimachinery([verb, '--help'])
    expect(code).toBe(0)
    expect(out).toContain(`usage: apimachinery ${verb}`)
  })

  it.each([
    [['explode'], 'unknown verb "explode"'],
    [['toString'], 'unknown verb "toString"'],
    [['convert'], 'no input'],
    [
      ['convert', '--nonsense'],
      "apimachinery convert: Unknown option '--nonsense'; apimachinery convert --help tells what",
    ],
    [['diff', '--nonsense'], "apimachinery diff: Unknown option '--nonsense'; apimachinery diff --help tells what"],
    [['validate', 'a.yaml'], "apimachinery validate: Unexpected argument 'a.yaml'"],
    [['kinds', '-o', 'xml'], '-o xml: not one of table, json'],
    [['generate', 'java'], 'apimachinery generate: unknown source "java"'],
    [['generate', 'crd', '--nonsense'], "apimachinery generate crd: Unknown option '--nonsense'"],
    [['convert', '-f', 'no-such-file'], 'no-such-file: no such file or folder'],
    [['convert', '-f', '-', '-o', 'xml'], '-o xml: not one of yaml, json, protobuf, cbor'],
    [['convert', '-f', '-', '--scheme', './none.js'], '--scheme ./none.js: cannot be loaded'],
  ])('says what is wrong with the call %j', async (args, message) => {
    const { code, err } = await apimachinery(args)
    expect(code).toBe(2)
    expect(err).toContain(message)
    expect(err).not.toContain('    at ')
  })

  it('tells its version', async () => {
    const { out } = await apimachinery(['--version'])
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(out).toBe(`${version}\n`)
  })
})

describe('decode', () => {
  it('reads several YAML documents from standard input and skips empty ones', async () => {
    const input = `# nothing\n---\n${deployment}---\napiVersion: v1\nkind: Namespace\nmetadata: {name: space}\n---\n`
    const { code, out } = await apimachinery(['decode', '-f', '-'], { input })
    expect(code).toBe(0)
    expect(out.split('---\n')).toHaveLength(2)
  })

  it('keeps unknown fields, unknown kinds and integers beyond 2^53', async () => {
    const input = '{"apiVersion":"example.org/v1","kind":"Odd","spec":{"n":9007199254740993,"x":{"y":[1]}}}'
    const { out } = await apimachinery(['decode', '-f', '-', '-o', 'json'], { input })
    expect(out).toContain('9007199254740993')
    expect(out).toContain('"y"')
  })

  it('continues after an invalid document and exits with 1', async () => {
    const input = `apiVersion: v1\nkind: Namespace\nmetadata: {name: [}\n---\n${deployment}`
    const { code, out, err } = await apimachinery(['decode', '-f', '-'], { input })
    expect(code).toBe(1)
    expect(err).toContain('<stdin>:3:')
    expect(out).toContain('kind: Deployment')
  })
})

describe('convert', () => {
  it.each(['protobuf', 'cbor', 'json'])('writes %s that decodes to the same object', async (format) => {
    const converted = await apimachinery(['convert', '-f', '-', '-o', format], { input: deployment })
    expect(converted.code).toBe(0)
    const back = await apimachinery(['decode', '-f', '-'], { input: converted.bytes })
    const plain = await apimachinery(['decode', '-f', '-'], { input: deployment })
    if (format === 'json') expect(back.out).toBe(plain.out)
    else expect(back.out).toContain('replicas: 3')
  })

  it('converts with the functions of a module of a user', async () => {
    const cwd = folderWith({ 'gadgets.mjs': gadgets, 'gadget.yaml': gadget, 'web.yaml': deployment })
    const args = ['convert', '-f', '.', '--scheme', './gadgets.mjs', '--output-version', 'example.com/v1']
    const { code, out, err } = await apimachinery(args, { cwd })
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('apiVersion: example.com/v1\n')
    expect(out).toContain('from: v1beta1')
    expect(out).toContain('apiVersion: apps/v1')
  })

  it('converts to a version that no server serves any more, and to another group', async () => {
    const old = await apimachinery(['convert', '-f', '-', '--output-version', 'extensions/v1beta1'], {
      input: deployment,
    })
    expect([old.code, old.err]).toEqual([
      0,
      expect.stringMatching(/^<stdin>:1:1: note: the defaults of apps\/v1 and extensions\/v1beta1 differ/),
    ])
    expect(old.out).toContain('apiVersion: extensions/v1beta1\n')
    const back = await apimachinery(['convert', '-f', '-', '--output-version', 'apps/v1'], { input: old.out })
    const whole = async (input: string) => (await apimachinery(['default', '-f', '-'], { input })).out
    expect(await whole(back.out)).toBe(await whole(deployment))
  })

  it('says that a kind has no such version', async () => {
    const { code, err } = await apimachinery(['convert', '-f', '-', '--output-version', 'apps/v9'], {
      input: deployment,
    })
    expect(code).toBe(1)
    expect(err).toMatch(/<stdin>:1:1: .*"Deployment" is registered for version "apps\/v9"/)
  })

  it('refuses to convert a kind that is not known', async () => {
    const args = ['convert', '-f', '-', '--output-version', 'example.com/v1']
    const { code, err } = await apimachinery(args, { input: gadget })
    expect(code).toBe(1)
    expect(err).toContain('not a known kind')
  })

  it('writes a file for each object, under names that stay in the folder', async () => {
    const evil = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ../../evil}\n'
    const cwd = folderWith({ 'a.yaml': `${deployment}---\n${evil}---\n${evil}` })
    const { code } = await apimachinery(['convert', '-f', 'a.yaml', '-o', 'protobuf', '--output-dir', 'out'], { cwd })
    expect(code).toBe(0)
    const files = readdirSync(join(cwd, 'out')).sort()
    expect(files).toEqual(['configmap...-..-evil-2.pb', 'configmap...-..-evil.pb', 'deployment.web.pb'])
    expect(readFileSync(join(cwd, 'out/deployment.web.pb')).subarray(0, 4).toString()).toBe('k8s\0')
  })

  it('does not join binary objects in one stream', async () => {
    const { code, err } = await apimachinery(['convert', '-f', '-', '-o', 'protobuf'], {
      input: `${deployment}---\n${deployment}`,
    })
    expect(code).toBe(1)
    expect(err).toContain('--output-dir')
  })
})

describe('validate', () => {
  it('accepts valid values', async () => {
    const { code, out, err } = await apimachinery(['validate', '-f', '-'], { input: deployment })
    expect([code, out, err]).toEqual([0, '1 valid, 0 refused\n', ''])
  })

  it('reports all findings with line, column and path, counted over the whole file', async () => {
    const bad = deployment.replace('  replicas: 3', '  replicas: 3\n  foo: 1\n  bar: 2')
    const { code, out, err } = await apimachinery(['validate', '-f', '-'], { input: `${deployment}---\n${bad}` })
    expect(code).toBe(1)
    expect(out).toBe('1 valid, 1 refused\n')
    expect(err.split('\n')).toEqual([
      '<stdin>:19:3: unknown field "spec.bar"',
      '<stdin>:18:3: unknown field "spec.foo"',
    ])
  })

  it('reports duplicate keys and wrong types', async () => {
    const twice = deployment.replace('  replicas: 3', '  replicas: 3\n  replicas: 4')
    expect((await apimachinery(['validate', '-f', '-'], { input: `---\n${twice}` })).err).toMatch(
      /^<stdin>:7:\d+: key "replicas" already set in map$/,
    )
    const wrong = deployment.replace('replicas: 3', 'replicas: three')
    expect((await apimachinery(['validate', '-f', '-'], { input: wrong })).err).toMatch(
      /^<stdin>:5:\d+: .*cannot unmarshal string.*spec\.replicas of type int32$/,
    )
  })

  it('continues after values of wrong types', async () => {
    const wrong = deployment.replace('replicas: 3', 'replicas: three\n  paused: 1\n  bogus: 2\n  minReadySeconds: [1]')
    const { code, err } = await apimachinery(['validate', '-f', '-'], { input: wrong })
    expect(code).toBe(1)
    expect(
      err
        .split('\n')
        .map((line) => line.replace(/(unmarshal \w+) .*/, '$1'))
        .sort(),
    ).toEqual([
      '<stdin>:5:3: json: cannot unmarshal string',
      '<stdin>:6:3: json: cannot unmarshal number',
      '<stdin>:7:3: unknown field "spec.bogus"',
      '<stdin>:8:3: json: cannot unmarshal array',
    ])
  })

  it('looks for fewer wrong values in larger documents', async () => {
    const pod = (containers: number) =>
      `apiVersion: v1\nkind: Pod\nspec:\n  containers:\n${'  - name: [1]\n'.repeat(containers)}`
    const findings = []
    for (const containers of [3, 200, 10_000, 80_000]) {
      const { code, err } = await apimachinery(['validate', '-f', '-'], { input: pod(containers) })
      expect(code).toBe(1)
      findings.push(err.trim().split('\n').length)
    }
    expect(findings).toEqual([3, 100, 8, 1])
  })

  it('continues after files that cannot be read or split', async () => {
    const cwd = folderWith({})
    mkdirSync(join(cwd, 'm'))
    writeFileSync(join(cwd, 'm/a.yaml'), `${gadget}--- x\n`)
    writeFileSync(join(cwd, 'm/b.yaml'), deployment)
    symlinkSync('loop.yaml', join(cwd, 'm/loop.yaml'))
    const { code, out, err } = await apimachinery(['validate', '-f', 'm'], { cwd })
    expect([code, out]).toEqual([1, '1 valid, 2 refused\n'])
    expect(err).toMatch(/^m\/a\.yaml:\d+:4: yaml: invalid Yaml document separator: x$/m)
    expect(err).toMatch(/^m\/loop\.yaml: ELOOP/m)
    expect(await apimachinery(['decode', '-f', 'm/loop.yaml'], { cwd })).toMatchObject({ code: 2 })
  })

  it('notes kinds that are not known, and refuses them on request', async () => {
    const note = await apimachinery(['validate', '-f', '-'], { input: gadget })
    expect(note.code).toBe(0)
    expect(note.err).toContain('not a known kind')
    expect((await apimachinery(['validate', '-f', '-', '--known-only'], { input: gadget })).code).toBe(1)
  })
})

describe('default', () => {
  it('fills in what an API server fills in for built-in kinds', async () => {
    const { code, out } = await apimachinery(['default', '-f', '-'], { input: deployment })
    expect(code).toBe(0)
    expect(out).toContain('revisionHistoryLimit: 10')
    expect(out).toContain('terminationGracePeriodSeconds: 30')
  })

  it('fills in the defaults of a kind', async () => {
    const cwd = folderWith({ 'gadgets.mjs': gadgets })
    const input = 'apiVersion: example.com/v1beta1\nkind: Gadget\nmetadata: {name: g}\n'
    const { out } = await apimachinery(['default', '-f', '-', '--scheme', 'gadgets.mjs'], { cwd, input })
    expect(out).toContain('colour: blue')
  })
})

describe('kinds', () => {
  it('lists served kinds of a group', async () => {
    const { out } = await apimachinery(['kinds', '--group', 'batch', '-o', 'json'])
    expect(JSON.parse(out)).toContainEqual({
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      resource: 'cronjobs',
      scope: 'Namespaced',
    })
  })

  it('rejects an unknown group', async () => {
    expect(await apimachinery(['kinds', '--group', 'nope'])).toMatchObject({
      code: 1,
      out: '',
      err: 'apimachinery: --group nope: no kind of this group is known',
    })
  })

  it('changes the text that was read, comments and all', async () => {
    const commented = `# mine\n${gadget.replace('kind: Gadget', 'kind: Gadget # a thing')}`
    const cwd = folderWith({ 'scheme.mjs': gadgets, 'gadget.yaml': commented })
    const args = ['-f', 'gadget.yaml', '--scheme', './scheme.mjs', '--keep-comments']
    const converted = await apimachinery(['convert', ...args, '--output-version', 'example.com/v1'], { cwd })
    expect(converted.out).toBe(commented.replace('v1beta1', 'v1').replace('{a: b}', '{a: b, from: v1beta1}'))
    expect((await apimachinery(['default', ...args], { cwd })).out).toBe(commented)
    const patched = await apimachinery(['patch', ...args, '--type', 'merge', '-p', '{"data":{"a":"c"}}'], { cwd })
    expect(patched.out).toBe(commented.replace('a: b', 'a: c'))
    const { code, err } = await apimachinery(['convert', ...args, '-o', 'json'], { cwd })
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('--keep-comments: only with -o yaml') })
  })
})
