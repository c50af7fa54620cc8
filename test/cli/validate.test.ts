import { expect, test } from 'vitest'
import { apimachinery, folderWith } from './command.js'

test('validate finds a field without a name, after any other input', async () => {
  const nameless = '{"":{},"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}}'
  const cwd = folderWith({ 'first.json': nameless, 'second.json': nameless })
  const { code, out, err } = await apimachinery(['validate', '-f', 'first.json', '-f', 'second.json'], { cwd })
  expect(code).toBe(1)
  expect(`${out}${err}`.match(/unknown field ""/g)).toHaveLength(2)
})

test.each([
  ['metadata', 'metadata: {name: a, "": 1}', 'metadata.'],
  ['a list', 'spec: {containers: [{"": 1}]}', 'spec.containers[0].'],
  ['a struct', 'spec: {securityContext: {"": 1}}', 'spec.securityContext.'],
])('validate finds one in %s of YAML, first and last', async (_, rest, path) => {
  const nameless = `apiVersion: v1\nkind: Pod\n${rest}\n`
  const usual = 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {securityContext: {}}\n'
  const cwd = folderWith({ 'all.yaml': [nameless, usual, nameless].join('---\n') })
  const { code, out, err } = await apimachinery(['validate', '-f', 'all.yaml', '--syntax-only'], { cwd })
  expect(code).toBe(1)
  expect(`${out}${err}`.split(`unknown field "${path}"`)).toHaveLength(3)
})

const pod = `apiVersion: v1
kind: Pod
metadata:
  name: Web
spec:
  containers:
    - name: app
      image: nginx
      ports:
        - containerPort: 70000
`

test('validate judges built-in kinds as a cluster would, with places', async () => {
  const { code, out, err } = await apimachinery(['validate', '-f', '-'], { input: pod })
  expect(code).toBe(1)
  expect(out).toBe('0 valid, 1 refused\n')
  const lines = err.split('\n')
  expect(lines[0]).toMatch(/^<stdin>:4:3: metadata\.name: Invalid value: "Web": a lowercase RFC 1123 subdomain/)
  expect(lines[1]).toBe(
    '<stdin>:10:11: spec.containers[0].ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive',
  )
})

test('validate --syntax-only judges nothing', async () => {
  const { code, out } = await apimachinery(['validate', '-f', '-', '--syntax-only'], { input: pod })
  expect([code, out]).toEqual([0, '1 valid, 0 refused\n'])
})

test('validate shows warnings, which refuse nothing', async () => {
  const input = 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: a}\n'
  const { code, err } = await apimachinery(['validate', '-f', '-'], { input })
  expect(code).toBe(0)
  expect(err).toBe('<stdin>:1:1: warning: v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice')
})

test('validate refuses versions that are served no more', async () => {
  const input = 'apiVersion: extensions/v1beta1\nkind: Deployment\nmetadata: {name: a}\n'
  const { code, err } = await apimachinery(['validate', '-f', '-'], { input })
  expect(code).toBe(1)
  expect(err).toContain('no matches for kind "Deployment" in version "extensions/v1beta1"')
})

test('validate judges each item of a list', async () => {
  const item = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })
  const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [item('good'), item('Bad')] })
  const { code, err } = await apimachinery(['validate', '-f', '-'], { input })
  expect(code).toBe(1)
  expect(err).toMatch(/^<stdin>:1:\d+: metadata\.name: Invalid value: "Bad"/)
})

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Gadget, plural: gadgets}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: {type: object, required: [size, color], properties: {size: {type: integer, maximum: 3}, color: {type: string, default: red}}}
`

test('validate judges custom resources by the definitions in a folder', async () => {
  const gadget = (size: number) =>
    `apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: a}\nspec: {size: ${size}}\n`
  const cwd = folderWith({ 'crd.yaml': definition, 'good.yaml': gadget(3), 'bad.yaml': gadget(4) })
  const good = await apimachinery(['validate', '-f', 'good.yaml', '--crds', 'crd.yaml'], { cwd })
  expect([good.code, good.err]).toEqual([0, ''])
  const bad = await apimachinery(['validate', '-f', 'bad.yaml', '--crds', '.'], { cwd })
  expect(bad.code).toBe(1)
  expect(bad.err).toContain(
    'bad.yaml:4:8: spec.size: Invalid value: 4: spec.size in body should be less than or equal to 3',
  )
})

test('validate judges objects with unknown fields, too', async () => {
  const input = pod.replace('  containers:', '  oops: 1\n  containers:')
  const { code, out, err } = await apimachinery(['validate', '-f', '-'], { input })
  expect([code, out]).toEqual([1, '0 valid, 1 refused\n'])
  const lines = err.split('\n')
  expect(lines[0]).toBe('<stdin>:6:3: unknown field "spec.oops"')
  expect(lines.slice(1).map((line) => line.split(': ', 2)[1])).toEqual([
    'metadata.name',
    'spec.containers[0].ports[0].containerPort',
  ])
})

test('validate judges custom resources with unknown fields, too', async () => {
  const gadget = 'apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: a}\nspec: {size: 4, oops: 1}\n'
  const cwd = folderWith({ 'crd.yaml': definition, 'bad.yaml': gadget })
  const { err } = await apimachinery(['validate', '-f', 'bad.yaml', '--crds', 'crd.yaml'], { cwd })
  expect(err).toContain('unknown field "spec.oops"')
  expect(err).toContain('spec.size: Invalid value: 4')
})

test('a file without -f gets a hint to use -f', async () => {
  const cwd = folderWith({ 'pod.yaml': pod })
  const validate = await apimachinery(['validate', 'pod.yaml'], { cwd })
  expect([validate.code, validate.err]).toEqual([
    2,
    expect.stringContaining('files are given with -f: apimachinery validate -f pod.yaml'),
  ])
  const get = await apimachinery(['get', 'pod.yaml'], { cwd })
  expect([get.code, get.err]).toEqual([2, 'apimachinery: get shows files with -f: apimachinery get -f pod.yaml'])
})

const policy = `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: {name: a}
`

test('validate --kubernetes judges as that release: its kinds, fields and rules', async () => {
  const at = async (release: string, input: string) => {
    const { code, out, err } = await apimachinery(['validate', '-f', '-', '--kubernetes', release], { input })
    return { code, text: `${out}${err}` }
  }
  expect(await at('1.35', policy)).toMatchObject({
    code: 1,
    text: expect.stringContaining('release 1.35 does not serve it'),
  })
  expect((await at('v1.36.3', policy)).text).not.toContain('does not serve it')
  const owned = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, ownerReferences: [{}]}\n'
  expect((await at('1.36', owned)).text).toContain('metadata.ownerReferences.kind: Invalid value: ""')
  expect((await at('1.37', owned)).text).toContain('metadata.ownerReferences[0].kind: Required value')
})

test('validate --kubernetes names the releases that it knows', async () => {
  const { code, err } = await apimachinery(['validate', '-f', '-', '--kubernetes', '1.20'], { input: pod })
  expect(code).toBe(2)
  expect(err).toContain('--kubernetes: unknown release of Kubernetes "1.20": known are 1.35, 1.36, 1.37')
})
