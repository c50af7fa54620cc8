import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const sources: Plugin = {
  name: 'library-from-source',
  setup({ onResolve }) {
    onResolve({ filter: /^apimachinery\// }, ({ path }) => {
      const entry = path.slice('apimachinery/'.length)
      const file = entry === 'runtime/gen-v1' ? `${entry}.ts` : `${entry}/index.ts`
      return { path: join(root, 'src', file) }
    })
  },
}

describe('the entry for browsers', () => {
  it('needs nothing of Node', async () => {
    const { outputFiles, warnings } = await build({
      entryPoints: [join(root, 'client/src/browser/index.ts')],
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      write: false,
      logLevel: 'silent',
      plugins: [sources],
    })
    expect(warnings).toEqual([])
    // The message of a failure would be the whole bundle.
    const text = outputFiles[0]?.text ?? ''
    expect(/(from|import\(|require\() ?["']node:/.test(text)).toBe(false)
    expect(text.length).toBeGreaterThan(10_000)
  })
})
