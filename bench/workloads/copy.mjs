import { naiveCopy } from '../harness/naive-copy.mjs'
import { makePodList } from '../payload/pods.mjs'

const naive = 'naive recursive copy'

export const workload = {
  name: 'Deep copy, 1,000 pods',
  about: 'A decoded list of 1,000 pods, copied.',
  unit: 'ms',
  setup: () => ({ plain: JSON.parse(JSON.stringify(makePodList(1000))) }),
  operations: [
    { name: naive, run: ({ plain }) => naiveCopy(plain) },
    { name: 'structuredClone', baseline: naive, run: ({ plain }) => structuredClone(plain) },
    { name: 'JSON.parse(JSON.stringify())', baseline: naive, run: ({ plain }) => JSON.parse(JSON.stringify(plain)) },
  ],
}
