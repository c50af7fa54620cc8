import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommandSession, startSession } from './command-session.js'

let session: CommandSession
const command: CommandSession['command'] = (text, input) => session.command(text, input)

const map = (name: string, data = 'k: v'): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: default}\ndata: {${data}}\n`
const two = `${map('a')}---\n${map('b')}`
const utf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le')

beforeAll(async () => {
  session = await startSession()
  await mkdir(join(session.folder, 'nothing'))
  await session.write({
    'two.yaml': two,
    'windows.yaml': two.replaceAll('\n', '\r\n'),
    'bom.yaml': `\ufeff${two}`,
    'utf16.yaml': utf16(two),
    'utf16be.yaml': Buffer.from(utf16(two)).swap16(),
    'two.json':
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b"}}',
    'empty.yaml': '',
    'comment.yaml': '# nothing\n---\n',
    'list.yaml': 'apiVersion: v1\nkind: List\nitems: []\n',
    'broken.yaml': `${map('a')}---\na: [\n`,
  })
})
afterAll(() => session?.stop())

describe('forms of manifests', () => {
  it.each(['two.yaml', 'windows.yaml', 'bom.yaml', 'utf16.yaml', 'utf16be.yaml', 'two.json'])('%s', async (file) => {
    const created = { code: 0, out: 'configmap/a created\nconfigmap/b created\n', err: '' }
    expect(await command(`create -f ${file}`)).toEqual(created)
    await command('delete cm a b -n default')
  })
})

describe('files without objects', () => {
  it.each(['empty.yaml', 'comment.yaml', 'list.yaml', '-'])('create, apply and patch refuse %s', async (file) => {
    const refused = (verb: string) => ({ code: 1, out: '', err: `error: no objects passed to ${verb}\n` })
    expect(await command(`create -f ${file}`)).toEqual(refused('create'))
    expect(await command(`apply -f ${file}`)).toEqual(refused('apply'))
    expect(await command(`patch -f ${file} -p {}`)).toEqual(refused('patch'))
  })
})

describe('a manifest that cannot be used', () => {
  it.each([
    ['nowhere.yaml', 'the path "nowhere.yaml" does not exist'],
    ['nothing', 'error reading [nothing]: recognized file extensions are [.json .yaml .yml]'],
  ])('%s is named as it was given', async (path, message) => {
    expect(await command(`create -f ${path}`)).toEqual({ code: 1, out: '', err: `error: ${message}\n` })
  })

  it.each([
    ['a: [\n', 'error parsing STDIN: error converting YAML to JSON: yaml: line 1: did not find expected node content'],
    ['text\n', 'error validating "STDIN": error validating data: invalid object to validate; IGNORE'],
    ['- a\n', 'error validating "STDIN": error validating data: invalid object to validate; IGNORE'],
    ['a: b\n', 'error validating "STDIN": error validating data: [apiVersion not set, kind not set]; IGNORE'],
    ['kind: ConfigMap\n', 'error validating "STDIN": error validating data: apiVersion not set; IGNORE'],
    ['apiVersion: v1\nkind: [a]\n', `error validating "STDIN": error validating data: kind isn't string type; IGNORE`],
    [
      'apiVersion: a/b/c\nkind: X\n',
      'error validating "STDIN": error validating data: unexpected GroupVersion string: a/b/c; IGNORE',
    ],
    [
      'apiVersion: v1\nkind: ConfigMap\nmetadata: x\n',
      'unable to decode "STDIN": json: cannot unmarshal string into Go struct field metadataOnlyObject.metadata of type v1.ObjectMeta',
    ],
    [
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: 5}\n',
      'unable to decode "STDIN": json: cannot unmarshal number into Go struct field ObjectMeta.metadata.name of type string',
    ],
    [
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x, labels: {a: 1}}\n',
      'unable to decode "STDIN": json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string',
    ],
  ])('%j', async (text, message) => {
    const how = 'if you choose to ignore these errors, turn validation off with --validate=false'
    const refused = { code: 1, out: '', err: `error: ${message.replace('IGNORE', how)}\n` }
    expect(await command('create -f -', text)).toEqual(refused)
    expect(await command('apply -f - --dry-run=client', text)).toEqual(refused)
  })

  it('is judged by its decoder alone without validation', async () => {
    expect((await command('create --validate=false -f -', 'text\n')).err).toBe(
      'error: unable to decode "STDIN": json: cannot unmarshal string into Go value of type unstructured.detector\n',
    )
    expect((await command('create --validate=ignore -f -', 'a: b\n')).err).toBe(
      `error: unable to decode "STDIN": Object 'Kind' is missing in '{"a":"b"}'\n`,
    )
  })

  it.each(['create', 'apply'])('does not keep %s from what comes before it', async (verb) => {
    const { code, out, err } = await command(`${verb} -f broken.yaml`)
    expect({ code, out }).toEqual({ code: 1, out: 'configmap/a created\n' })
    expect(err).toMatch(/^error: error parsing broken\.yaml: /)
    // The other failure is not forgotten either.
    const again = await command('create -f broken.yaml')
    expect(again.err).toMatch(/^Error from server \(AlreadyExists\): .*\nerror parsing broken\.yaml: .*\n$/)
    await command('delete cm a -n default')
  })

  it('without a name says what was asked for', async () => {
    expect((await command('apply -f -', 'apiVersion: v1\nkind: ConfigMap\n')).err).toBe(
      'error: error when retrieving current configuration of:\nResource: "/v1, Resource=configmaps", GroupVersionKind: "/v1, Kind=ConfigMap"\nName: "", Namespace: "default"\nfrom server for: "STDIN": resource name may not be empty\n',
    )
    expect((await command('create --dry-run=client -f -', 'apiVersion: v1\nkind: ConfigMap\n')).out).toBe(
      'configmap/<unknown> created (dry run)\n',
    )
  })
})

describe('several objects in one stream', () => {
  const names = (out: string): (string | undefined)[] => out.split('---\n').map((each) => /name: (\w+)/.exec(each)?.[1])

  it('are documents of YAML', async () => {
    expect(names((await command('create -f two.yaml -o yaml')).out)).toEqual(['a', 'b'])
    expect(names((await command('patch -f two.yaml -p {"data":{"k":"w"}} -o yaml')).out)).toEqual(['a', 'b'])
    expect(names((await command('replace -f two.yaml -o yaml')).out)).toEqual(['a', 'b'])
    expect(names((await command('create -f two.json --dry-run=client -o yaml')).out)).toEqual(['a', 'b'])
    await command('delete cm a b -n default')
  })

  it('have one line of headers', async () => {
    const { out } = await command('create -f two.yaml --dry-run=client -o custom-columns=NAME:.metadata.name')
    expect(out).toBe('NAME\na\nb\n')
  })

  it('that are missing are all reported', async () => {
    expect(await command('patch -f two.yaml -p {}')).toEqual({
      code: 1,
      out: '',
      err: 'Error from server (NotFound): configmaps "a" not found\nError from server (NotFound): configmaps "b" not found\n',
    })
  })
})

describe('conflicts of server-side apply', () => {
  it('begin as those of kubectl, with what can be done', async () => {
    await command('apply --server-side -f -', map('ssa', 'k: v, l: w'))
    const one = await command('apply --server-side --field-manager=x -f -', map('ssa', 'k: x'))
    expect(one.code).toBe(1)
    expect(one.err).toMatch(
      /^error: Apply failed with 1 conflict: conflict with "kubectl": \.data\.k\nPlease review the fields above--/,
    )
    const both = await command('apply --server-side --field-manager=x -f -', map('ssa', 'k: x, l: z'))
    expect(both.err).toMatch(
      /^error: Apply failed with 2 conflicts: conflicts with "kubectl":\n- \.data\.k\n- \.data\.l\nPlease/,
    )
    const several = await command(
      'apply --server-side --field-manager=x -f -',
      `${map('ssa', 'k: x')}---\n${map('BAD')}`,
    )
    expect(several.err).toMatch(/^Apply failed with 1 conflict: /)
    expect(several.err).toContain('\nError from server (Invalid): ConfigMap "BAD" is invalid')
  })
})
