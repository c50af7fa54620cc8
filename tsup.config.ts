import { defineConfig } from 'tsup'
import { commandLineSource, publicEntries } from './scripts/public-entries.mjs'

const sources = Object.values(publicEntries())

/** Entry `src/labels/index` is built from `src/labels/index.ts`, and so on: dist mirrors the source folders. */
function entriesOf(files: readonly string[]): Record<string, string> {
  return Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ''), file]))
}

export default defineConfig({
  entry: entriesOf([...sources, commandLineSource]),
  format: 'esm',
  outDir: '.cache/build/esm',
  outExtension: () => ({ js: '.js' }),
  target: 'node20',
  platform: 'neutral',
  // One class is one class across the entries of a format.
  splitting: true,
  treeshake: false,
  // Dependencies and Node's own modules are imported as they are.
  skipNodeModulesBundle: true,
  external: [/^node:/],
  removeNodeProtocol: false,
  sourcemap: false,
  clean: false,
  dts: false,
  // Says which source a file is of that is loaded on first use.
  metafile: true,
})
