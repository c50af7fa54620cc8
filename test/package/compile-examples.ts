import { join } from 'node:path'
import ts from 'typescript'
import { projectRoot } from './installed-package.js'

/** Declarations and libraries, which are the same for every example and every setting. */
const parsed = new Map<string, ts.SourceFile | undefined>()

function settingsWith(more: ts.CompilerOptions, folder: string): ts.CompilerOptions {
  const path = join(projectRoot, 'tsconfig.json')
  const { config } = ts.readConfigFile(path, ts.sys.readFile) as { config: { compilerOptions: object } }
  const { options } = ts.parseJsonConfigFileContent(
    { compilerOptions: config.compilerOptions, files: [] },
    ts.sys,
    projectRoot,
  )
  return {
    ...options,
    ...{ noEmit: false, declaration: false, isolatedDeclarations: false, noUnusedLocals: false },
    ...{ rootDir: folder, outDir: folder, types: ['node'], ...more },
  }
}

/**
 * Compiles TypeScript files of a folder in this project with its settings, changed by `more`, and writes JavaScript next to them.
 *
 * @returns what the compiler objects to.
 */
export function compileExamples(folder: string, files: readonly string[], more: ts.CompilerOptions = {}): string[] {
  const options = settingsWith(more, folder)
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile.bind(host)
  host.getSourceFile = (file, ...rest) => {
    if (file.startsWith(folder)) return read(file, ...rest)
    if (!parsed.has(file)) parsed.set(file, read(file, ...rest))
    return parsed.get(file)
  }
  const program = ts.createProgram(
    files.map((file) => join(folder, file)),
    options,
    host,
  )
  const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder))
  const problems = own.flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ])
  program.emit()
  return [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics(), ...problems].map(
    ({ messageText, file, start }) =>
      `${file?.fileName ?? ''}:${start}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
  )
}
