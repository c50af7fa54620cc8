import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { compileExamples } from './compile-examples.js'
import { projectRoot } from './installed-package.js'

// Installed apart, as it is 72 MB: npm ci --prefix test/package/client-node.
const installed = join(projectRoot, 'test/package/client-node/node_modules')
// Inside the project, so that the examples find the packages by their own names.
const folder = join(projectRoot, '.cache/client-node-guide')
const cluster = join(projectRoot, 'test/package/client-guides/cluster.mjs')

const page = readFileSync(join(projectRoot, 'docs/guides/client-node.md'), 'utf8')
const examples = Array.from(page.matchAll(/^```ts\n([\s\S]*?)^```$/gm), ([, example]) => example as string)
const fileOf = (index: number): string => `example-${index}.ts`

/** A cluster in KUBECONFIG, the example, and its claims: the value before an arrow must equal the one after it. */
function moduleOf(example: string): string {
  const claims = /^(\S.*?) +\/\/ → (.+)$/gm
  const checked = example.replace(claims, 'holds(JSON.parse(JSON.stringify($1)), $2)')
  const imports = /^import .*$/gm
  return `import { deepEqual as holds } from 'node:assert/strict'
import { readFileSync as readConfig, writeFileSync as writeConfig } from 'node:fs'
import { startCluster } from '${cluster}'
${(checked.match(imports) ?? []).join('\n')}
await startCluster()
// The client refuses http without this.
const path = process.env.KUBECONFIG!
writeConfig(path, readConfig(path, 'utf8').replace('"server"', '"insecure-skip-tls-verify":true,"server"'))
${checked.replace(imports, '')}
process.exit()
`
}

describe.skipIf(!existsSync(installed))('the guide with @kubernetes/client-node', () => {
  beforeAll(() => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    symlinkSync(installed, join(folder, 'node_modules'))
    for (const [index, example] of examples.entries()) writeFileSync(join(folder, fileOf(index)), moduleOf(example))
  })

  test('has examples that compile', () => {
    expect(examples.length).toBeGreaterThan(3)
    expect(compileExamples(folder, [...examples.keys()].map(fileOf))).toEqual([])
  }, 90_000)

  test.each([...examples.keys()])(
    'example %i runs, and its claims hold',
    (index) => {
      const program = fileOf(index).replace(/\.ts$/, '.js')
      const { status, stderr } = spawnSync(process.execPath, [program], {
        cwd: folder,
        encoding: 'utf8',
        timeout: 40_000,
      })
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    },
    60_000,
  )
})
