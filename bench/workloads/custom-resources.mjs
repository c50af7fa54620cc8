import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { definitionTexts, establish } from '../harness/establish-definitions.mjs'
import { ServerCommand } from '../harness/server-command.mjs'

const child = fileURLToPath(new URL('../children/custom-resources.mjs', import.meta.url))
let last

/** Establishes all in a command that was just started. */
async function times({ texts }, concurrency) {
  const server = await ServerCommand.start('memory')
  last = await establish(server, texts, concurrency)
  await server.stop()
  return last
}

function memory() {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', child], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  last = JSON.parse(stdout)
  return last
}

export const workload = {
  name: '100 definitions of custom resources',
  about:
    'From the first creation until all are established, in a command that was just started, and its CPU time meanwhile: 60 definitions of about 8 KB, 25 of 50 KB and 15 of 300 KB. What they hold beside one schema as objects and one as bytes, and how long the first list of one takes, in a process with the server in it.',
  unit: 'ms',
  rounds: 3,
  setup: () => ({ texts: definitionTexts() }),
  operations: [
    {
      name: 'all established, one after the other',
      measure: async (context) => (await times(context, 1)).milliseconds,
    },
    { name: 'CPU time, one after the other', measure: () => last.cpu },
    { name: 'all established, 16 at once', measure: async (context) => (await times(context, 16)).milliseconds },
    { name: 'CPU time, 16 at once', measure: () => last.cpu },
    { name: 'beside the schema', unit: 'KB each', measure: () => memory().besideKB },
    { name: 'first list of one', measure: () => last.firstUse },
  ],
}
