import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { entryFile } from '../harness/modules.mjs'

const child = fileURLToPath(new URL('../children/read-list-stream.mjs', import.meta.url))
const seconds = (count) => `${count.toLocaleString('en')} pods, microseconds per pod`

function read(count) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [child, String(count)], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

/** Time and memory come from the same run. */
function reading(count) {
  let last
  return [
    {
      name: seconds(count),
      ...(count > 1000 && { baseline: seconds(1000) }),
      measure() {
        last = read(count)
        return (last.milliseconds * 1000) / count
      },
    },
    {
      name: `${count.toLocaleString('en')} pods, MB resident at most`,
      measure: () => (last ?? read(count)).residentMB,
    },
  ]
}

export const workload = {
  name: 'List from a stream',
  about:
    'A JSON list of pods of 7 KB, made while it is read, item by item; 100,000 pods are 720 MB. A ratio of 1 means that the time grows with the size and no faster. Each in a process of its own, the start of which does not count.',
  unit: '',
  rounds: 3,
  setup: () => ({}),
  operations: [1000, 10_000, 100_000].flatMap(reading).map((operation) => ({
    ...operation,
    when: () => entryFile('./runtime/serializer/streaming') !== undefined,
  })),
}
