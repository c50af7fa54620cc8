import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const child = fileURLToPath(new URL('../children/custom-resources.mjs', import.meta.url))
let last

function run() {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', child], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  last = JSON.parse(stdout)
  return last
}

export const workload = {
  name: '100 definitions of custom resources',
  about:
    'From the first creation, eight at once, until all are established, in a server of its own: 60 definitions of about 8 KB, 25 of 50 KB and 15 of 300 KB. What they hold beside one schema as objects and one as bytes, and how long the first list of one takes.',
  unit: '',
  rounds: 3,
  setup: () => ({}),
  operations: [
    { name: 'all established, ms', measure: () => run().milliseconds },
    { name: 'CPU time, ms', measure: () => last.cpu },
    { name: 'beside the schema, KB each', measure: () => last.besideKB },
    { name: 'first list of one, ms', measure: () => last.firstUse },
  ],
}
