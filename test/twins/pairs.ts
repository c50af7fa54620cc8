import { Deployment } from '../../src/api/apps/v1/index.js'
import { Pod } from '../../src/api/core/v1/index.js'
import { typePlan } from '../../src/descriptor/json-plan.js'
import { readFaithfully } from '../../src/descriptor/read-faithfully.js'
import { type ReadJSONOptions, readExactly, readJSON } from '../../src/descriptor/read-json.js'
import type { JSONValue } from '../../src/descriptor/types.js'
import { JSONSource } from '../../src/json/json-source.js'
import { parseJSON } from '../../src/json/parse-json.js'
import { strategicMergePatch } from '../../src/patch/strategic/strategic-merge-patch.js'
import { yamlToJSON, yamlToJSONFully } from '../../src/runtime/serializer/yaml/yaml-reader.js'
import { jsonToYAML } from '../../src/runtime/serializer/yaml/yaml-writer.js'
import { Filler } from '../../src/testing/filler.js'

/** Two implementations of one operation: a fast one for usual input, and an exact one for all input. */
export interface Twins {
  readonly name: string
  /** Text of an object: what both read. */
  text(object: object): string
  fast(text: string): unknown
  exact(text: string): unknown
}

const pod = typePlan(Pod.descriptor)

/** The exact reader of JSON alone: what `readJSON` calls when in doubt. */
function exactly(text: string, options: ReadJSONOptions): unknown {
  return readExactly(pod, new JSONSource(text, { wellFormed: options.mode !== 'faithful' }), options)
}

function readTwins(mode: NonNullable<ReadJSONOptions['mode']>): Twins {
  return {
    name: `JSON, ${mode}`,
    text: (object) => JSON.stringify(object),
    fast: (text) => readJSON(Pod.descriptor, text, { mode }),
    exact: (text) => exactly(text, { mode }),
  }
}

/** Texts that patches read as a whole: their scanners take no white space. */
const spaced = (text: string) => ` ${text.replace('{', '{ ')}`

const image = JSON.stringify({
  metadata: { labels: { version: '2' } },
  spec: { containers: [{ name: 'added', image: 'x:2' }], priority: null },
})

export const twins: readonly Twins[] = [
  readTwins('faithful'),
  readTwins('strict'),
  readTwins('canonical'),
  {
    name: 'JSON, small faithful reader',
    text: (object) => JSON.stringify(object),
    fast: (text) => ({
      value: readFaithfully(Pod.descriptor, JSON.parse(text) as JSONValue, () => parseJSON(text)),
      findings: [],
    }),
    exact: (text) => exactly(text, { mode: 'faithful' }),
  },
  {
    name: 'YAML',
    text: (object) => jsonToYAML(object),
    fast: (text) => yamlToJSON(text, { strict: true }),
    exact: (text) => yamlToJSONFully(text, { strict: true }),
  },
  {
    name: 'strategic merge patch of a text',
    text: (object) => JSON.stringify(object),
    fast: (text) => strategicMergePatch(text, image, Pod),
    exact: (text) => strategicMergePatch(spaced(text), image, Pod),
  },
]

/** The generator of all pairs: pods that are full, empty and at the ends of their types, with some that are deployments. */
export function objectFor(seed: number): object {
  const type = seed % 7 === 3 ? Deployment : Pod
  const boundary = ([{}, { edge: 'smallest' }, { edge: 'largest' }, { nulls: 0.3 }] as const)[seed % 4]
  return new Filler({ seed, share: 0.3 + (seed % 5) / 10, maxDepth: 5, edges: 0.1, ...boundary }).object(
    type as typeof Pod,
  )
}
