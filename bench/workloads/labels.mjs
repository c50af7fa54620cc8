import { loadEntry } from '../harness/modules.mjs'
import { makePodList } from '../payload/pods.mjs'

const byHand = 'the same test written by hand'

export const workload = {
  name: 'Label selectors',
  about: 'A parsed selector of three requirements matched against the labels of 1,000 pods; the same selector parsed.',
  unit: 'ms',
  async setup() {
    const labels = await loadEntry('./labels')
    const text = 'tier=backend,team in (core,payments),!legacy'
    return {
      labels,
      text,
      selector: labels.parse(text),
      sets: makePodList(1000).items.map((pod) => pod.metadata.labels),
    }
  },
  operations: [
    {
      name: byHand,
      run: ({ sets }) =>
        sets.filter(
          (set) => set.tier === 'backend' && ['core', 'payments'].includes(set.team) && set.legacy === undefined,
        ),
    },
    { name: 'matches', baseline: byHand, run: ({ sets, selector }) => sets.filter((set) => selector.matches(set)) },
    { name: 'parse', run: ({ labels, text }) => labels.parse(text) },
  ],
}
