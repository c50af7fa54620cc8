import { defineConfig } from 'tsup'
import { commandLineSource, publicEntries } from './scripts/public-entries.mjs'

const sources = Object.values(publicEntries())

/** Entry `src/labels/index` is built from `src/labels/index.ts`, and so on: dist mirrors the source folders. */
function entriesOf(files: readonly string[]): Record<string, string> {
  return Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ''), file]))
}

export default defineConfig(
  (['esm', 'cjs'] as const).map((format) => ({
    entry: entriesOf(format === 'esm' ? [...sources, commandLineSource] : sources),
    format,
    outDir: `.cache/build/${format}`,
    outExtension: () => ({ js: '.js' }),
    target: 'node20',
    platform: 'neutral' as const,
    // One class is one class across the entries of a format.
    splitting: true,
    treeshake: false,
    // Dependencies and Node's own modules are imported as they are.
    skipNodeModulesBundle: true,
    external: [/^node:/],
    removeNodeProtocol: false,
    // The generator asks where it stands; CommonJS has another word for it.
    shims: format === 'cjs',
    sourcemap: false,
    clean: false,
    dts: false,
  })),
)
