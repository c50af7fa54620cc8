import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { compileExamples } from './compile-examples.js'
import { projectRoot } from './installed-package.js'

// Inside the project, so that the examples find the packages by their own names.
const folder = join(projectRoot, '.cache/client-guides')
const cluster = `import { startCluster } from '${join(projectRoot, 'test/package/client-guides/cluster.mjs')}'\n`
const started = `${cluster}const { client, folder } = await startCluster()\n`

/** Pages, with what their examples take for granted. */
const pages: Readonly<Record<string, string>> = {
  // The pod is deleted and created again until the example ends: its watch gets a deletion whenever it starts.
  'client/README.md': `${cluster}const { server } = await startCluster()
const prodPods = server.client.resource(Pod).namespace('prod')
const { metadata: { labels } = {}, spec } = await prodPods.get('web-0')
setInterval(async () => {
  await prodPods.delete('web-0').catch(() => undefined)
  await prodPods.create(new Pod({ metadata: { name: 'web-0', namespace: 'prod', labels }, spec })).catch(() => undefined)
}, 200)
`,
  'docs/client/apply.md': `${started}import { mkdirSync, writeFileSync } from 'node:fs'
process.chdir(folder)
mkdirSync('manifests')
writeFileSync('manifests/map.yaml', 'apiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: settings}\\ndata: {color: blue}\\n')
`,
  'docs/guides/logging.md': '',
  'docs/guides/fake-clock.md': '',
  'docs/client/errors.md': started,
  'docs/client/from-client-go.md': started,
  'docs/client/from-client-node.md': started,
  'docs/client/streams.md': `${started}const bytes = new TextEncoder().encode('text')
const save = (name: string, content: Uint8Array): void => console.log(name, content.length)
`,
  'docs/client/testing.md': `import { mkdirSync, writeFileSync } from 'node:fs'
mkdirSync('config/crd', { recursive: true })
const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'crontabs.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'CronTab', plural: 'crontabs' },
    versions: [{ name: 'v1', served: true, storage: true, schema }],
  },
}
writeFileSync('config/crd/crontab.json', JSON.stringify(definition))
const answers: Record<string, object> = {}
`,
}

function examplesOf(page: string): string[] {
  const text = readFileSync(join(projectRoot, page), 'utf8')
  return Array.from(text.matchAll(/^```ts\n([\s\S]*?)^```$/gm), ([, example]) => example as string)
}

const fileOf = (page: string, index: number): string => `${page.replace(/\W+/g, '-').replace(/-md$/, '')}-${index}.ts`

/** An example may import what an earlier one imports. */
function moduleOf(prelude: string, example: string): string {
  const imports = /^import .*$/gm
  const all = [...new Set([...(prelude.match(imports) ?? []), ...(example.match(imports) ?? [])])]
  return `${all.join('\n')}\n${prelude.replace(imports, '')}\n${example.replace(imports, '')}\nprocess.exit()\n`
}

test('every prevented failure names an existing test', () => {
  const page = readFileSync(join(projectRoot, 'docs/client/immune.md'), 'utf8')
  const named = Array.from(page.matchAll(/`([a-z/-]+\.test\.ts)`: \*(.+?)\*/g))
  const missing = named.flatMap(([, file, title]) => {
    const text = readFileSync(join(projectRoot, 'client/test', file as string), 'utf8')
    return (title as string).split(' … ').filter((part) => !text.includes(part))
  })
  expect(named.length).toBeGreaterThan(20)
  expect(missing).toEqual([])
})

describe("the examples of the client's guides", () => {
  const files: string[] = []

  beforeAll(() => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    for (const [page, prelude] of Object.entries(pages)) {
      for (const [index, example] of examplesOf(page).entries()) {
        files.push(fileOf(page, index))
        writeFileSync(join(folder, fileOf(page, index)), moduleOf(prelude, example))
      }
    }
  })

  test('compile', () => {
    const options = { exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false }
    expect(compileExamples(folder, files, options)).toEqual([])
  }, 90_000)

  test.each(Object.keys(pages))(
    '%s: run',
    (page) => {
      const examples = examplesOf(page)
      expect(examples.length).toBeGreaterThan(0)
      for (const index of examples.keys()) {
        const program = fileOf(page, index).replace(/\.ts$/, '.js')
        const { status, stderr } = spawnSync(process.execPath, [program], {
          cwd: folder,
          encoding: 'utf8',
          timeout: 40_000,
          input: '',
        })
        expect({ program, status, stderr }).toEqual({ program, status: 0, stderr: '' })
      }
    },
    120_000,
  )
})
