import { spawnSync } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { entryFile } from '../harness/modules.mjs'

const child = fileURLToPath(new URL('../children/memory.mjs', import.meta.url))
const megabyte = 1024 * 1024
/** Nothing is collected while a list is decoded, so that what is there afterwards is what was allocated. */
const flags = ['--expose-gc', '--max-semi-space-size=512', '--min-semi-space-size=512']

function run(args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

/** What a way of decoding keeps and allocates, from the same runs. */
function decoding(way) {
  let last
  const compared = (what) => way !== 'JSON.parse' && { baseline: `JSON.parse, ${what}` }
  return [
    {
      name: `${way}, kept`,
      ...compared('kept'),
      measure() {
        last = run([...flags, child, way, '5000'])
        return last.retained / megabyte
      },
    },
    { name: `${way}, allocated`, ...compared('allocated'), measure: () => last.allocated / megabyte },
  ]
}

function resident(name, entries) {
  const imports = entries.map((entry) => `import ${JSON.stringify(pathToFileURL(entryFile(entry)).href)}`).join(';')
  const program = `${imports};console.log(process.memoryUsage.rss())`
  return { name, measure: () => run(['--input-type=module', '--eval', program]) / megabyte }
}

export const workload = {
  name: 'Memory',
  about:
    'What a decoded list of 5,000 pods (36 MB of JSON) keeps in the heap of a process of its own, and what decoding it allocates; resident memory of processes that only import.',
  unit: 'MB',
  rounds: 5,
  setup: () => ({}),
  operations: [
    ...['JSON.parse', 'decode, typed', 'decode, unstructured', 'decode, typed, then deepCopy'].flatMap(decoding),
    resident('resident: bare Node', []),
    resident('resident: schema and runtime', ['./schema', './runtime']),
    resident('resident: core and api/apps/v1', ['./schema', './runtime', './api/apps/v1']),
    resident('resident: core and all groups', ['./schema', './runtime', './api']),
  ],
}
