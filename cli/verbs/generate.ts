import type { CommandIO as GeneratorIO } from '../../codegen/cli/command-io.js'
import type { CommandIO, Verb } from '../verb.js'

/** Makes types, classes and the rest from API sources: the generator has its own options and help. */
export const generate: Verb = {
  summary: 'make types, classes, conversions and manifests from Go types, CRDs, OpenAPI, .proto or tagged TypeScript',
  help: '',
  ownHelp: true,
  run: async (args, io) => {
    const generator = await import('../../codegen/cli/generate.js')
    return generator.generate(args, generatorIO(io))
  },
}

function generatorIO(io: CommandIO): GeneratorIO {
  const clear = () => io.terminal?.write('\r\u001b[K')
  return {
    cwd: io.cwd,
    out: (line) => {
      clear()
      io.write(`${line}\n`)
    },
    err: (line) => {
      clear()
      io.warn(line)
    },
    progress: (line) => io.terminal?.write(`\r\u001b[K${line}`),
  }
}
