import { goProgram } from '../harness/go.mjs'
import { loadEntry } from '../harness/modules.mjs'
import { deploymentPair } from '../payload/deployments.mjs'

const parse = 'JSON.parse of both'

/** An operation of texts, and the same of values. */
function both(name, run) {
  return [
    { name: `${name}, values`, baseline: parse, run: ({ values, entry, kind }) => run(entry, values, kind) },
    { name: `${name}, texts`, baseline: parse, run: ({ texts, entry, kind }) => run(entry, texts, kind) },
  ]
}

/** The same operation of Go's libraries on texts, which it measures itself. */
function inGo(name, request) {
  return {
    name: `Go ${name}`,
    baseline: `${name}, texts`,
    when: ({ go }) => go !== undefined,
    async measure({ go, texts }) {
      const asked = JSON.stringify({ gvk: 'apps/v1/Deployment', ...request(texts) })
      const { ns, error } = await go.ask({ op: 'bench.operation', in: asked })
      if (error !== undefined) throw new Error(`Go: ${error}`)
      return Number(ns) / 1000
    },
  }
}

export const workload = {
  name: 'Patches, 1,000 Deployments',
  about: 'A Deployment of 6 KB and a later state of it, 1,000 times: making the patch between them, and applying it.',
  unit: 'ms',
  async setup() {
    const [entry, { Deployment }] = await Promise.all([loadEntry('./patch'), loadEntry('./api/apps/v1')])
    const documents = deploymentPair()
    const values = {
      ...documents,
      strategic: entry.createTwoWayMergePatch(documents.before, documents.after, Deployment),
      merge: entry.createMergePatch(documents.before, documents.after),
      steps: entry.createJSONPatch(documents.before, documents.after),
    }
    const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]))
    return { entry, kind: Deployment, values, texts, go: goProgram() }
  },
  operations: [
    { name: parse, run: ({ texts }) => [JSON.parse(texts.before), JSON.parse(texts.after)] },
    {
      name: 'bound: JSON.parse of the document and the patch, JSON.stringify of the document',
      baseline: 'strategic, apply, texts',
      run: ({ texts }) => [JSON.parse(texts.strategic), JSON.stringify(JSON.parse(texts.before))],
    },
    ...both('strategic, two-way', (entry, { before, after }, kind) =>
      entry.createTwoWayMergePatch(before, after, kind),
    ),
    ...both('strategic, apply', (entry, { before, strategic }, kind) =>
      entry.strategicMergePatch(before, strategic, kind),
    ),
    ...both('strategic, three-way', (entry, { before, after }, schema) =>
      entry.createThreeWayMergePatch({ original: before, modified: after, current: before }, { schema }),
    ),
    ...both('merge, two-way', (entry, { before, after }) => entry.createMergePatch(before, after)),
    ...both('merge, apply', (entry, { before, merge }) => entry.mergePatch(before, merge)),
    ...both('JSON Patch, make', (entry, { before, after }) => entry.createJSONPatch(before, after)),
    ...both('JSON Patch, apply', (entry, { before, steps }) => entry.jsonPatch(before, steps)),
  ]
    .map((operation) => ({ ...operation, run: thousandTimes(operation.run) }))
    .concat([
      inGo('strategic, two-way', ({ before, after }) => ({ op: 'twowaymerge', original: before, modified: after })),
      inGo('strategic, apply', ({ before, strategic }) => ({ op: 'smp', original: before, patch: strategic })),
      inGo('strategic, three-way', ({ before, after }) => ({
        ...{ op: 'threewaymerge', original: before, modified: after, current: before },
      })),
      inGo('merge, two-way', ({ before, after }) => ({
        op: 'jsonmergepatch.create',
        original: before,
        modified: after,
      })),
      inGo('merge, apply', ({ before, merge }) => ({ op: 'jsonmergepatch', original: before, patch: merge })),
      inGo('JSON Patch, apply', ({ before, steps }) => ({ op: 'jsonpatch', original: before, patch: steps })),
    ]),
}

function thousandTimes(run) {
  return (context) => {
    let last
    for (let i = 0; i < 1000; i++) last = run(context)
    return last
  }
}
