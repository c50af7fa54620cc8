import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { operatorFiles } from '../init/operator-files.js'
import { generateFlags, type OperatorNames, operatorNames } from '../init/operator-names.js'
import { packageVersion } from '../package-version.js'
import { UsageError } from '../usage-error.js'
import type { CommandIO, Verb } from '../verb.js'

/** Makes a new project. */
export const init: Verb = {
  summary: 'make a project: init operator NAME',
  help: `usage: apimachinery init operator NAME [options]

Writes a complete project: a kind in tagged TypeScript with its generated code, a controller, a test of it
with an API server in the process, npm run dev, RBAC rules, manifests, Dockerfile and CI.

      --group GROUP   API group of the kind (example.com)
      --kind KIND     name of the kind (NAME in this form: WebApp)
      --webhook       with webhooks: defaults and checks of objects, conversion between versions; their certificate
                      comes from cert-manager
      --dir DIR       where to write (NAME); a folder that is not empty is refused`,
  run: async (args, io) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        group: { type: 'string' },
        kind: { type: 'string' },
        dir: { type: 'string' },
        webhook: { type: 'boolean' },
      },
    })
    const [what, name, ...rest] = positionals
    if (what !== 'operator' || name === undefined || rest.length > 0) {
      throw new UsageError('init operator NAME is what there is; apimachinery init --help tells more')
    }
    const names = operatorNames(name, values)
    const folder = resolve(io.cwd, values.dir ?? name)
    if (existsSync(folder) && readdirSync(folder).length > 0) throw new UsageError(`${folder} is not empty`, 1)
    for (const [path, text] of operatorFiles(names, packageVersion())) {
      const file = join(folder, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    const generated = await generateKind(folder, names, io)
    io.write(`made ${names.kind} (${names.group}) in ${folder}\n`)
    io.write(`next: cd ${values.dir ?? name} && npm install${generated ? '' : ' && npm run generate'} && npm test\n`)
    io.write('then: npm run dev runs it beside an API server in memory\n')
    return 0
  },
}

/** The classes and the CRD, where TypeScript is installed already; `npm test` makes them otherwise. */
async function generateKind(folder: string, names: OperatorNames, { warn }: CommandIO): Promise<boolean> {
  const { generate } = await import('../../codegen/cli/generate.js')
  const messages: string[] = []
  const io = { cwd: folder, out: () => undefined, err: (line: string) => void messages.push(line) }
  const done = (await generate(generateFlags(names), io)) === 0
  if (!done && !messages.some((line) => line.includes('typescript'))) for (const line of messages) warn(line)
  return done
}
