import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { definitionTexts, establish } from '../harness/establish-definitions.mjs'
import { ServerCommand } from '../harness/server-command.mjs'

const child = fileURLToPath(new URL('../children/custom-resources.mjs', import.meta.url))

/** What one run takes gives two rows: by the number at once, the run that one of them has made and the other not yet shown. */
const runs = new Map()

/** Establishes all in a command that was just started. */
async function run(texts, concurrency) {
  const server = await ServerCommand.start('memory')
  const times = await establish(server, texts, concurrency)
  await server.stop()
  return times
}

function row(name, concurrency, what) {
  const measure = async ({ texts }) => {
    const made = runs.get(concurrency)?.[what] === undefined ? await run(texts, concurrency) : runs.get(concurrency)
    const { [what]: value, ...left } = made
    runs.set(concurrency, left)
    return value
  }
  return { name, measure }
}

function memory() {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', child], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

export const workload = {
  name: '100 definitions of custom resources',
  about:
    'From the first creation until all are established, in a command that was just started, and its CPU time meanwhile: 60 definitions of about 8 KB, 25 of 50 KB and 15 of 300 KB. What they hold beside one schema as objects and one as bytes, and how long the first list of one takes, in a process with the server in it.',
  unit: 'ms',
  rounds: 3,
  setup: () => ({ texts: definitionTexts() }),
  operations: [
    row('all established, one after the other', 1, 'milliseconds'),
    row('CPU time, one after the other', 1, 'cpu'),
    row('all established, 16 at once', 16, 'milliseconds'),
    row('CPU time, 16 at once', 16, 'cpu'),
    { name: 'beside the schema', unit: 'KB each', measure: () => memory().besideKB },
    { name: 'first list of one', measure: () => memory().firstUse },
  ],
}
