// What each operation should reach: a ratio of two operations of one workload, or a number of one.
const client = 'Client'
const json = 'JSON, 1,000 pods'
const protobuf = 'Protobuf, 1,000 pods'
const cbor = 'CBOR, 1,000 pods'
const yaml = 'YAML, one pod'
const copy = 'Deep copy and equality, 1,000 pods'
const patch = 'Patches, 1,000 Deployments'

/** `of` takes at most so many times as long as `than`. */
function within(of, than, atMost) {
  return { of, than, atMost, aim: `${of}: ≤ ${atMost} × ${than}` }
}

/** `other` takes at least so many times as long as `of`. */
function ahead(of, other, atLeast) {
  return { of: other, than: of, atLeast, aim: `${of}: ≥ ${atLeast} × the speed of ${other}` }
}

function below(of, atMost, unit) {
  return { of, atMost, aim: `${of}: ≤ ${atMost} ${unit}` }
}

export const aims = [
  {
    title: 'Compile time of generated classes',
    workload: 'Compile time of generated classes',
    goals: [within('descriptors of calls', 'descriptors of tuples', 0.5)],
  },
  {
    title: 'JSON decode, typed faithful',
    workload: json,
    goals: [
      within('decode, typed, faithful', 'JSON.parse', 1.15),
      ahead('decode, typed, faithful', 'Go decode, typed', 3.5),
    ],
  },
  {
    title: 'JSON decode, unstructured',
    workload: json,
    goals: [
      within('decode, unstructured', 'JSON.parse', 1.05),
      ahead('decode, unstructured', 'Go decode, unstructured', 9),
    ],
  },
  {
    title: 'JSON decode, strict',
    workload: json,
    goals: [
      within('decode, typed, strict', 'JSON.parse', 2),
      ahead('decode, typed, strict', 'Go decode, typed, strict', 2),
    ],
  },
  {
    title: 'JSON encode, faithful',
    workload: json,
    goals: [within('encode, typed', 'JSON.stringify', 1.05), ahead('encode, typed', 'Go encode, typed', 1)],
  },
  {
    title: 'JSON encode, canonical',
    workload: json,
    goals: [
      within('encode, typed, canonical', 'JSON.stringify', 2),
      ahead('encode, typed, canonical', 'Go encode, typed', 1),
    ],
  },
  {
    title: 'protobuf decode',
    workload: protobuf,
    goals: [
      within('decode', 'JSON.parse', 0.8),
      ahead('decode', 'Go decode', 1),
      ahead('decode', 'protobufjs decode', 1.8),
    ],
  },
  {
    title: 'protobuf encode',
    workload: protobuf,
    goals: [ahead('encode', 'Go encode', 0.6), ahead('encode', 'protobufjs encode', 1.5)],
  },
  {
    title: 'CBOR decode',
    workload: cbor,
    goals: [ahead('decode, typed', 'Go decode, typed', 2), ahead('decode, unstructured', 'Go decode, unstructured', 2)],
  },
  {
    title: 'CBOR encode',
    workload: cbor,
    goals: [ahead('encode, typed', 'Go encode, typed', 2), ahead('encode, unstructured', 'Go encode, unstructured', 2)],
  },
  {
    title: 'YAML decode, one pod',
    workload: yaml,
    goals: [within('decode', 'yaml package, parse', 1.05), ahead('decode', 'Go decode', 1)],
  },
  {
    title: 'YAML encode, one pod',
    workload: yaml,
    goals: [within('encode', 'yaml package, stringify', 1.05), ahead('encode, canonical', 'Go encode', 1)],
  },
  {
    title: 'deep copy',
    workload: copy,
    goals: [
      within('deepCopy of a typed list', 'naive recursive copy', 0.9),
      ahead('deepCopy of a typed list', 'Go deep copy', 1),
      ahead('deepCopy of a typed list', 'structuredClone', 8),
    ],
  },
  {
    title: 'strategic merge, Deployment',
    workload: patch,
    goals: [
      ahead('strategic, apply, texts', 'Go strategic, apply', 5),
      ahead('strategic, two-way, texts', 'Go strategic, two-way', 5),
    ],
  },
  { title: 'label match, 1,000 objects', workload: 'Label selectors', goals: [ahead('matches', 'Go matches', 0.7)] },
  {
    title: '20 quantities parsed and printed',
    workload: 'Quantities',
    goals: [ahead('parse and print', 'Go parse and print', 0.7)],
  },
  {
    title: 'heap kept by a decoded list',
    workload: 'Memory',
    goals: [
      within('decode, typed, kept', 'JSON.parse, kept', 1),
      within('decode, unstructured, kept', 'JSON.parse, kept', 1),
    ],
  },
  {
    title: 'cold import',
    workload: 'Cold import',
    goals: [
      below('core: schema and runtime', 20, 'ms'),
      below('one group: core and api/apps/v1', 30, 'ms'),
      below('all groups: core and api', 80, 'ms'),
    ],
  },
  {
    title: 'client',
    workload: 'Cold import',
    goals: [below('client, beyond the core', 40, 'ms')],
  },
  { title: 'size', workload: 'Install size', goals: [below('apimachinery with dependencies', 12, 'MB')] },
  {
    title: 'client, size',
    workload: 'Install size',
    goals: [below('@apimachinery/client, unpacked, beside it and ws', 1, 'MB')],
  },
  {
    title: 'client against client-node',
    workload: client,
    goals: [
      'get a ConfigMap',
      'list 1,000 pods',
      'watch, an event of a pod',
      'watch, an event of a ConfigMap',
      'exec, echo in a session of its own',
      'exec, 1 KB there and back',
    ].map((what) => ahead(`${what}: apimachinery`, `${what}: client-node`, 2)),
  },
  {
    title: 'memory of the client',
    workload: client,
    goals: [
      within(
        '100 lists of 10,000 objects, MB of heap afterwards: apimachinery',
        '10 lists of 10,000 objects, MB of heap afterwards: apimachinery',
        1.1,
      ),
    ],
  },
  {
    title: 'against client-node',
    workload: json,
    goals: [ahead('decode, typed, faithful', 'client-node decode', 3), ahead('encode, typed', 'client-node encode', 3)],
  },
  {
    title: 'against client-node, YAML',
    workload: yaml,
    goals: [ahead('decode', 'client-node loadYaml', 3), ahead('encode', 'client-node dumpYaml', 3)],
  },
  {
    title: 'against kubernetes-models',
    workload: json,
    goals: [
      ahead('decode, typed, faithful', 'kubernetes-models decode and validate', 3),
      ahead('encode, typed', 'kubernetes-models encode', 3),
    ],
  },
  {
    title: 'list from the watch cache',
    workload: 'Watch cache',
    goals: [within('list of 5,000 from the cache', 'copying the bytes of the list', 2)],
  },
  {
    title: 'memory of the watch cache',
    workload: 'Watch cache',
    goals: [below('memory of a cache of 10,000 pods by the bytes of its objects', 1.2, 'times')],
  },
  {
    title: 'cold cache of 10,000 pods',
    workload: 'Controllers',
    goals: [
      within('cold cache of 10,000 pods, by a list', 'JSON.parse of the list', 2),
      within('cold cache of 10,000 pods, by initial events', 'JSON.parse of the list', 2),
    ],
  },
  {
    title: 'reconcile overhead, 50 µs a key',
    workload: 'Controllers',
    goals: [
      below('10,000 runs of a reconciler that does nothing', 500, 'ms'),
      below('10,000 runs in a manager that look at their object', 500, 'ms'),
    ],
  },
  {
    title: 'forks of a test server',
    workload: 'Test clusters',
    goals: [
      below('fork of 10,000 objects', 5, 'ms'),
      below('memory of a fork', 1024, 'KB'),
      below('memory of a fork that was used', 1024, 'KB'),
    ],
  },
]
