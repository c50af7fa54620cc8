import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'tsup'

/** Every `src/**​/index.ts` is a public entry, named after its folder. */
function publicEntries(folder = 'src', name = ''): Record<string, string> {
  const entries: Record<string, string> = {}
  if (existsSync(join(folder, 'index.ts'))) entries[name === '' ? 'index' : `${name}/index`] = join(folder, 'index.ts')
  for (const child of readdirSync(folder, { withFileTypes: true })) {
    if (!child.isDirectory() || (name === '' && child.name === 'internal')) continue
    Object.assign(entries, publicEntries(join(folder, child.name), name === '' ? child.name : `${name}/${child.name}`))
  }
  return entries
}

export default defineConfig(
  (['esm', 'cjs'] as const).map((format) => ({
    entry: publicEntries(),
    format,
    outDir: `dist/${format}`,
    target: 'node20',
    platform: 'neutral' as const,
    splitting: true,
    treeshake: false,
    sourcemap: false,
    clean: true,
    dts: false,
    outExtension: () => ({ js: '.js' }),
  })),
)
