import { goOnDocument, goOperation, goProgram } from '../harness/go.mjs'
import { loadEntry } from '../harness/modules.mjs'
import { makePodList } from '../payload/pods.mjs'

const selector = 'tier=backend,team in (core,payments),!legacy'
const byHand = 'the same test written by hand'

export const workload = {
  name: 'Label selectors',
  about: 'A parsed selector of three requirements matched against the labels of 1,000 pods; the same selector parsed.',
  unit: 'ms',
  async setup() {
    const labels = await loadEntry('./labels')
    const list = makePodList(1000)
    const sets = list.items.map((pod) => pod.metadata.labels)
    return { go: goProgram(), labels, list, parsed: labels.parse(selector), sets }
  },
  operations: [
    {
      name: byHand,
      run: ({ sets }) =>
        sets.filter(
          (set) => set.tier === 'backend' && ['core', 'payments'].includes(set.team) && set.legacy === undefined,
        ),
    },
    { name: 'matches', baseline: byHand, run: ({ sets, parsed }) => sets.filter((set) => parsed.matches(set)) },
    goOnDocument('Go matches', 'matches', {
      document: ({ list }) => JSON.stringify(list),
      load: { format: 'json' },
      request: { op: 'bench.labels', selector },
    }),
    { name: 'parse', run: ({ labels }) => labels.parse(selector) },
    goOperation('Go parse', 'parse', { op: 'bench.parse', selector }),
  ],
}
