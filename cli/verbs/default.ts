import { parseArgs } from 'node:util'
import { inputHelp, inputOptions, outputHelp, outputOptions } from '../options.js'
import { type Rewrite, rewriteObjects } from '../rewrite-objects.js'
import type { Verb } from '../verb.js'

/** Fills in what an API server would. */
export const fillDefaults: Verb = {
  summary: 'set the defaults that an API server would set',
  help: `usage: apimachinery default -f PATH [options]

Prints the objects with the defaults of their kinds. Objects of unknown kinds do not change.

${inputHelp}
${outputHelp}`,
  run: async (args, io) => {
    const { values } = parseArgs({ args: [...args], options: { ...inputOptions, ...outputOptions } })
    const rewrite: Rewrite = (object, { scheme }) => {
      scheme.default(object)
      return object
    }
    return rewriteObjects(values, io, { rewrite })
  },
}
