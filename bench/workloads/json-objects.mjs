import { goOnDocument, goProgram } from '../harness/go.mjs'
import { makeRoute } from '../payload/custom-resource.mjs'
import { deploymentPair } from '../payload/deployments.mjs'
import { podCodecs } from '../payload/pod-codecs.mjs'
import { makePod } from '../payload/pods.mjs'
import { Random } from '../payload/random.mjs'

const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** The operations on one object, whose bytes and values the context has under `key`. */
function operationsOn(key, title, codecs) {
  const parse = `${title}: JSON.parse`
  const stringify = `${title}: JSON.stringify`
  const decoding = (codec) => ({
    name: `${title}: decode, ${codec}`,
    baseline: parse,
    run: (context) => context[codec].decode(context[key].bytes).object,
  })
  const encoding = (codec) => ({
    name: `${title}: encode, ${codec}`,
    baseline: stringify,
    run: (context) => context[codec].encode(context[key][codec]),
  })
  const unstructured = codecs.includes('unstructured')
  const document = (context) => context[key].bytes
  const load = { format: 'json', unstructured }
  const request = { op: 'bench.codec', to: 'json' }
  return [
    { name: parse, run: (context) => JSON.parse(decoder.decode(context[key].bytes)) },
    ...codecs.map(decoding),
    goOnDocument(`${title}: Go decode`, `${title}: decode, ${codecs[0]}`, { document, load }),
    { name: stringify, run: (context) => encoder.encode(JSON.stringify(context[key].plain)) },
    ...codecs.filter((codec) => codec !== 'strict').map(encoding),
    goOnDocument(`${title}: Go encode`, `${title}: encode, ${codecs[0]}`, { document, load, request }),
  ]
}

export const workload = {
  name: 'JSON, single objects',
  about: 'A pod of 7 KB, a Deployment of 6 KB, and a custom resource of 2 KB without a class.',
  unit: 'ms',
  async setup() {
    const context = { go: goProgram(), ...(await podCodecs()) }
    const objects = { pod: makePod(new Random(42)), deployment: deploymentPair().before, route: makeRoute() }
    for (const [key, plain] of Object.entries(objects)) {
      const bytes = encoder.encode(JSON.stringify(plain))
      const [faithful, canonical, unstructured] = ['faithful', 'canonical', 'unstructured'].map((codec) => {
        return key === 'route' && codec !== 'unstructured' ? undefined : context[codec].decode(bytes).object
      })
      context[key] = { plain, bytes, faithful, canonical, unstructured }
    }
    return context
  },
  operations: [
    ...operationsOn('pod', 'Pod', ['faithful', 'strict', 'canonical']),
    ...operationsOn('deployment', 'Deployment', ['faithful', 'strict', 'canonical']),
    ...operationsOn('route', 'custom resource', ['unstructured']),
  ],
}
