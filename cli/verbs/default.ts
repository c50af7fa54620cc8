import { parseArgs } from 'node:util'
import { inputHelp, inputOptions, outputHelp, outputOptions } from '../options.js'
import { type Rewrite, rewriteObjects } from '../rewrite-objects.js'
import type { Verb } from '../verb.js'

/** Fills in what an API server would. */
export const fillDefaults: Verb = {
  summary: 'fill in the fields an API server would fill in',
  help: `usage: apimachinery default -f PATH [options]

Writes the objects with the defaults of their kind filled in. Kinds that are not known stay as they are.

${inputHelp}
${outputHelp}`,
  run: async (args, io) => {
    const { values } = parseArgs({ args: [...args], options: { ...inputOptions, ...outputOptions } })
    const rewrite: Rewrite = (object, scheme) => {
      scheme.default(object)
      return object
    }
    return rewriteObjects(values, io, { rewrite })
  },
}
