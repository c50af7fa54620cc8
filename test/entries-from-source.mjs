import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../src', import.meta.url))

/** Plugin of esbuild that reads the package's own entries from `src`: no build is needed, and none can be stale. */
export const entriesFromSource = {
  name: 'entries-from-source',
  setup({ onResolve }) {
    onResolve({ filter: /^apimachinery\// }, ({ path }) => {
      const entry = resolve(source, path.slice('apimachinery/'.length))
      return { path: existsSync(`${entry}.ts`) ? `${entry}.ts` : resolve(entry, 'index.ts') }
    })
  },
}
