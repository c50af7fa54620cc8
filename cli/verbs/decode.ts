import { parseArgs } from 'node:util'
import { CodecFactory } from '../../src/runtime/serializer/codec-factory.js'
import { encoderOf, outputFormat } from '../formats.js'
import { loadScheme } from '../load-scheme.js'
import { objectOutput } from '../object-output.js'
import { inputHelp, inputOptions } from '../options.js'
import { forEachObject } from '../read-objects.js'
import { noObjects } from '../rewrite-objects.js'
import type { Verb } from '../verb.js'

/** Shows objects in any encoding, values of etcd included, as YAML or JSON. */
export const decode: Verb = {
  summary: 'show objects in any encoding, values of etcd included, as YAML or JSON',
  help: `usage: apimachinery decode -f PATH [options]

Decodes JSON, YAML, protobuf and CBOR, recognised by content, and prints YAML or JSON. Unknown fields and kinds
are kept. What etcdctl get prints for one key is read with and without --print-value-only.

${inputHelp}
  -o, --output FORMAT   yaml (default) or json`,
  run: async (args, io) => {
    const { values } = parseArgs({
      args: [...args],
      options: { ...inputOptions, output: { type: 'string', short: 'o', default: 'yaml' } },
    })
    const format = outputFormat(values.output, ['yaml', 'json'])
    const codecs = new CodecFactory(await loadScheme({ modules: values.scheme ?? [], cwd: io.cwd }), {
      unstructured: true,
    })
    const encoder = encoderOf(codecs, format)
    const output = objectOutput(format, undefined, io)
    let written = 0
    const failures = await forEachObject({ paths: values.filename ?? [], codecs, io }, ({ object }) => {
      output.write(object, encoder.encode(object))
      written++
    })
    if (written + failures === 0) io.warn(noObjects)
    return failures === 0 && written > 0 ? 0 : 1
  },
}
