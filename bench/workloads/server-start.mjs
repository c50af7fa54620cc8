import { ServerCommand } from '../harness/server-command.mjs'

/** A command with an empty store that starts and ends; the first one, which makes certificates, is not counted. */
async function start(context, choose) {
  context.certificates ??= ServerCommand.start('memory').then((first) => first.stop())
  await context.certificates
  const server = await ServerCommand.start('memory')
  const chosen = await choose(server)
  await server.stop()
  return chosen
}

const row = (name, unit, choose) => ({ name, unit, measure: (context) => start(context, choose) })

export const workload = {
  name: 'API server, an empty one starts',
  about: 'The command with a store in memory, its certificates in its folder, until `/readyz` is 200.',
  unit: 'ms',
  rounds: 5,
  setup: async () => ({}),
  operations: [
    row('start to ready', 'ms', ({ ready }) => ready.startedIn),
    row('CPU until ready', 'ms', ({ ready }) => ready.cpu / 1000),
    row('resident memory when ready', 'MB', ({ ready }) => ready.rss / 1e6),
    row('resident memory eight seconds later', 'MB', async (server) => (await server.idle()) / 1e6),
  ],
}
