import { goCodec, goProgram } from '../harness/go.mjs'
import { loadEntry } from '../harness/modules.mjs'
import { clientNode } from '../harness/peers.mjs'
import { makePod } from '../payload/pods.mjs'
import { Random } from '../payload/random.mjs'

const parse = 'yaml package, parse'
const stringify = 'yaml package, stringify'
const decoder = new TextDecoder()
const encoder = new TextEncoder()

// All checks that the package can leave out without a change of the result.
const fastest = { schema: 'core', uniqueKeys: false, merge: false, prettyErrors: false, logLevel: 'silent' }
const fastestOut = { schema: 'core', aliasDuplicateObjects: false, lineWidth: 0 }

export const workload = {
  name: 'YAML, one pod',
  about:
    'A pod of 8.5 KB of YAML as `kubectl get -o yaml` prints it: from bytes to an object, and back. The `yaml` package runs with the options that make it fastest, client-node with js-yaml.',
  unit: 'ms',
  async setup() {
    const yaml = await import('yaml')
    const { Scheme } = await loadEntry('./runtime')
    const { addToScheme } = await loadEntry('./api/core/v1')
    const { YAMLSerializer } = await loadEntry('./runtime/serializer/yaml')
    const scheme = new Scheme()
    addToScheme(scheme)
    const faithful = new YAMLSerializer(scheme)
    const bytes = faithful.encode(makePod(new Random(42)))
    const typed = faithful.decode(bytes).object
    return {
      ...{ yaml, faithful, bytes, typed, go: goProgram(), client: await clientNode() },
      canonical: new YAMLSerializer(scheme, { mode: 'canonical' }),
      strict: new YAMLSerializer(scheme, { mode: 'strict' }),
      plain: yaml.parse(decoder.decode(bytes)),
    }
  },
  operations: [
    { name: parse, run: ({ yaml, bytes }) => yaml.parse(decoder.decode(bytes), fastest) },
    { name: 'decode', baseline: parse, run: ({ faithful, bytes }) => faithful.decode(bytes).object },
    { name: 'decode, strict', baseline: parse, run: ({ strict, bytes }) => strict.decode(bytes).object },
    ...goCodec({ decode: 'decode' }, { document: ({ bytes }) => bytes, format: 'yaml' }),
    {
      name: 'client-node loadYaml',
      baseline: 'decode',
      when: ({ client }) => client,
      run: ({ client, bytes }) => client.loadYaml(decoder.decode(bytes)),
    },
    { name: stringify, run: ({ yaml, plain }) => encoder.encode(yaml.stringify(plain, fastestOut)) },
    { name: 'encode', baseline: stringify, run: ({ faithful, typed }) => faithful.encode(typed) },
    { name: 'encode, canonical', baseline: stringify, run: ({ canonical, typed }) => canonical.encode(typed) },
    ...goCodec({ encode: 'encode, canonical' }, { document: ({ bytes }) => bytes, format: 'yaml' }),
    {
      name: 'client-node dumpYaml',
      baseline: 'encode',
      when: ({ client }) => client,
      run: ({ client, plain }) => encoder.encode(client.dumpYaml(plain)),
    },
  ],
}
