import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generate } from '../../codegen/cli/generate.js'
import { Diagnostics } from '../../codegen/diagnostics/diagnostic.js'
import { readApiDocs } from '../../codegen/docs/api-docs.js'
import {
  kubernetesFiles,
  readReleases,
  readSnapshots,
  snapshotFiles,
  snapshotFolder,
} from '../../codegen/generate-kubernetes.js'
import { compareFiles } from '../../codegen/output/write-files.js'
import { moduleVersions } from '../../codegen/releases/release-model.js'

const root = join(import.meta.dirname, '../..')
const docs = readApiDocs(join(root, 'codegen/docs'))
const snapshots = join(root, 'codegen/snapshots')
const models = await readReleases({ modules: undefined, snapshots }, new Diagnostics())
const { model } = models.at(-1)!

test('what is committed is what the snapshots and the folders of kinds give', async () => {
  const errors: string[] = []
  const io = { cwd: root, out: () => {}, err: (line: string) => void errors.push(line) }
  expect([await generate(['kubernetes', '--check'], io), errors]).toEqual([0, []])
})

test.each(moduleVersions)('the snapshot of %s read and written again is the same text', (version) => {
  const snapshot = snapshotFolder(snapshots, version)
  expect(compareFiles(snapshot, snapshotFiles(readSnapshots(snapshot)))).toEqual([])
})

test('the comments are our own sentences, and no comment of the source', () => {
  const marked = {
    ...model,
    packages: model.packages.map((pkg) => ({
      ...pkg,
      constants: pkg.constants.map((constant) => ({ ...constant, doc: 'of the source' })),
      declarations: pkg.declarations.map((declaration) => ({
        ...declaration,
        doc: 'of the source',
        ...(declaration.form === 'struct'
          ? { fields: declaration.fields.map((field) => ({ ...field, doc: 'of the source' })) }
          : {}),
      })),
    })),
  }
  const text = kubernetesFiles([...models.slice(0, -1), { ...models.at(-1)!, model: marked }], docs)
    .map((file) => file.text)
    .join('\n')
  expect(text).not.toContain('of the source')
  expect(text).toContain('/** Containers of the pod; at least one. */\n  containers: Container[]')
})

test('every kind that is served has a sentence and a link to the reference', () => {
  const files = kubernetesFiles(models, docs).filter(({ path }) => path.endsWith('types.gen.ts'))
  const undocumented = files.flatMap(({ path, text }) =>
    [...text.matchAll(/(\*\/)?\nexport interface (\w+) \{/g)].flatMap(([, end, name]) =>
      end === undefined && text.includes(`export class ${name} `) ? [`${path} ${name}`] : [],
    ),
  )
  expect(undocumented).toEqual([])
})

test('a sentence about nothing is refused', () => {
  const stale = new Map([['core', new Map([['Pod.spek', 'Nothing.']])]])
  expect(() => kubernetesFiles(models, stale)).toThrow('core.txt: nothing is called Pod.spek')
})
