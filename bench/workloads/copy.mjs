import { loadEntry } from '../harness/modules.mjs'
import { naiveCopy } from '../harness/naive-copy.mjs'
import { podCodecs } from '../payload/pod-codecs.mjs'
import { makePodList } from '../payload/pods.mjs'

const naive = 'naive recursive copy'

export const workload = {
  name: 'Deep copy and equality, 1,000 pods',
  about: 'A decoded list of 1,000 pods of 7 KB each.',
  unit: 'ms',
  async setup() {
    const { deepEqual } = await loadEntry('./descriptor')
    const text = JSON.stringify(makePodList(1000))
    const typed = (await podCodecs()).faithful.decode(text).object
    return { plain: JSON.parse(text), typed, twin: typed.deepCopy(), type: typed.constructor.descriptor, deepEqual }
  },
  operations: [
    { name: naive, run: ({ plain }) => naiveCopy(plain) },
    { name: 'deepCopy of a typed list', baseline: naive, run: ({ typed }) => typed.deepCopy() },
    { name: 'structuredClone', baseline: naive, run: ({ plain }) => structuredClone(plain) },
    { name: 'JSON.parse(JSON.stringify())', baseline: naive, run: ({ plain }) => JSON.parse(JSON.stringify(plain)) },
    {
      name: 'deepEqual of two equal lists',
      baseline: naive,
      run: ({ type, typed, twin, deepEqual }) => deepEqual(type, typed, twin),
    },
  ],
}
