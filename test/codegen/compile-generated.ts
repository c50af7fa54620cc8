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

const options: ts.CompilerOptions = {
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
}

/** Sources of the library and of the compiler, which are the same each time. */
const parsed = new Map<string, ts.SourceFile | undefined>()

function hostWithMemory(): ts.CompilerHost {
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile.bind(host)
  host.getSourceFile = (file, ...rest) => {
    if (file.startsWith(cache)) return read(file, ...rest)
    if (!parsed.has(file)) parsed.set(file, read(file, ...rest))
    return parsed.get(file)
  }
  return host
}

/** Type-checks files strictly and returns the messages. What they import is checked as far as they use it. */
export function typeErrors(folder: string, files: readonly string[]): string[] {
  const program = ts.createProgram(
    files.map((file) => join(folder, file)),
    options,
    hostWithMemory(),
  )
  const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder))
  return [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...own.flatMap(problemsOf(program)),
  ].map(
    ({ messageText, file, start }) =>
      `${file?.fileName ?? ''}:${start}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
  )
}

function problemsOf(program: ts.Program): (file: ts.SourceFile) => readonly ts.Diagnostic[] {
  return (file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
    ...program.getDeclarationDiagnostics(file),
  ]
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
