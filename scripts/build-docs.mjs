// Writes the API reference of the public entries from their docstrings to docs/api. A warning fails it.
import { Application, ReflectionKind } from 'typedoc'
import { publicEntries, root } from './public-entries.mjs'

process.chdir(root)
const app = await Application.bootstrapWithPlugins({
  entryPoints: Object.values(publicEntries()),
  tsconfig: 'tsconfig.json',
  out: 'docs/api',
  name: 'apimachinery',
  readme: 'README.md',
  excludePrivate: true,
  excludeInternal: true,
  disableSources: true,
  skipErrorChecking: true,
  logLevel: 'Warn',
  treatWarningsAsErrors: true,
  // A shape that occurs in one signature only has no page of its own; the signature shows it.
  validation: { notExported: false },
})

// A docstring may name a class that its own file does not import, such as the error that a function it calls throws.
const kinds = ReflectionKind.Class | ReflectionKind.Interface
app.converter.addUnknownSymbolResolver(({ symbolReference }, { project }) => {
  const name = symbolReference?.path?.map(({ path }) => path).join('.')
  return { target: project.getReflectionsByKind(kinds).find((reflection) => reflection.name === name) }
})

const project = await app.convert()
if (project === undefined) process.exit(1)
app.validate(project)
await app.generateOutputs(project)
if (app.logger.hasWarnings() || app.logger.hasErrors()) process.exitCode = 1
