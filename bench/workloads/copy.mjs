import { containersOf, shallowCopies } from '../harness/bounds.mjs'
import { goOnDocument, goProgram } from '../harness/go.mjs'
import { loadEntry } from '../harness/modules.mjs'
import { naiveCopy } from '../harness/naive-copy.mjs'
import { podCodecs } from '../payload/pod-codecs.mjs'
import { makePodList } from '../payload/pods.mjs'

const naive = 'naive recursive copy'
const copying = 'deepCopy of a typed list'
const comparing = 'deepEqual of two equal lists'

function goOn(name, baseline, op) {
  return goOnDocument(name, baseline, { document: ({ text }) => text, load: { format: 'json' }, request: { op } })
}

export const workload = {
  name: 'Deep copy and equality, 1,000 pods',
  about:
    'A decoded list of 1,000 pods of 7 KB each. `structuredClone` loses the classes. Go copies with its generated functions and compares by `equality.Semantic`.',
  unit: 'ms',
  async setup() {
    const { deepEqual } = await loadEntry('./descriptor')
    const text = JSON.stringify(makePodList(1000))
    const typed = (await podCodecs()).faithful.decode(text).object
    return {
      go: goProgram(),
      containers: containersOf(JSON.parse(text)),
      text,
      plain: JSON.parse(text),
      typed,
      twin: typed.deepCopy(),
      type: typed.constructor.descriptor,
      deepEqual,
    }
  },
  operations: [
    { name: naive, run: ({ plain }) => naiveCopy(plain) },
    { name: copying, baseline: naive, run: ({ typed }) => typed.deepCopy() },
    {
      name: 'bound: a shallow copy of each object by itself',
      baseline: copying,
      run: ({ containers }) => shallowCopies(containers),
    },
    { name: 'structuredClone', baseline: copying, run: ({ plain }) => structuredClone(plain) },
    goOn('Go deep copy', copying, 'bench.copy'),
    { name: 'JSON.parse(JSON.stringify())', baseline: naive, run: ({ plain }) => JSON.parse(JSON.stringify(plain)) },
    {
      name: comparing,
      baseline: naive,
      run: ({ type, typed, twin, deepEqual }) => deepEqual(type, typed, twin),
    },
    goOn('Go equality', comparing, 'bench.equal'),
  ],
}
