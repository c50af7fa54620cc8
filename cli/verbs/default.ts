import { parseArgs } from 'node:util'
import { CodecFactory } from '../../src/runtime/serializer/codec-factory.js'
import { encoderOf, outputFormat } from '../formats.js'
import { loadScheme } from '../load-scheme.js'
import { objectOutput } from '../object-output.js'
import { objectText } from '../object-text.js'
import { inputHelp, inputOptions, outputHelp, outputOptions } from '../options.js'
import { forEachObject } from '../read-objects.js'
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
    const format = outputFormat(values.output)
    const scheme = await loadScheme(values.scheme ?? [], io.cwd)
    const codecs = new CodecFactory(scheme, { unstructured: true })
    const textOf = objectText(encoderOf(codecs, format), format, values['keep-comments'])
    const output = objectOutput(format, values['output-dir'], io)
    const failures = forEachObject({ paths: values.filename ?? [], codecs, io }, ({ object }, document) => {
      scheme.default(object)
      output.write(object, textOf(object, document))
    })
    return failures === 0 ? 0 : 1
  },
}
