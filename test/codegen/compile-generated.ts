import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import ts from 'typescript'
import type { OutputFile } from '../../codegen/output/output-file.js'
import { writeFiles } from '../../codegen/output/write-files.js'
import { entriesFromSource } from '../entries-from-source.mjs'

const root = resolve(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/apimachinery-test')

/** Writes files where the compiler finds the library's source under its own name; call `dispose` in the end. */
export function placeGenerated(files: readonly OutputFile[]): { folder: string; dispose(): void } {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'gen-'))
  writeFiles(folder, files)
  return { folder, dispose: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Type-checks files strictly and returns the messages. */
export function typeErrors(folder: string, files: readonly string[]): string[] {
  const program = ts.createProgram(
    files.map((file) => join(folder, file)),
    {
      strict: true,
      noEmit: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      isolatedDeclarations: true,
      declaration: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      skipLibCheck: true,
      types: ['node'],
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
      paths: {
        'apimachinery/runtime/gen-v1': [join(root, 'src/runtime/gen-v1.ts')],
        '@apimachinery/client/*': [join(root, 'client/src/*/index.ts')],
        'apimachinery/codegen/*': [join(root, 'codegen/*.ts')],
        'apimachinery/*': [join(root, 'src/*/index.ts')],
      },
    },
  )
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ messageText, file, start }) =>
        `${file?.fileName ?? ''}:${start}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    )
    .filter((message) => message.includes(folder))
}

/** Loads a module of the folder, bundled with the library's source. */
export async function loadGenerated(folder: string, entry: string): Promise<Record<string, never>> {
  const outfile = join(folder, `${entry.replaceAll('/', '_')}.bundle.mjs`)
  await build({
    entryPoints: [join(folder, entry)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'bundle',
    logLevel: 'error',
    plugins: [entriesFromSource],
  })
  return (await import(pathToFileURL(outfile).href)) as Record<string, never>
}
