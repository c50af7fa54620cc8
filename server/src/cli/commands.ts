/** Runs a command with the arguments after its name; resolves when it has ended, or goes on until a signal. */
export type Command = (args: readonly string[]) => Promise<void>

/** The commands beside the server itself, by the first argument. Each is loaded when it is asked for. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  // A client of the control API loads nothing of the server.
  ctl: async () => {
    const { runCtl } = await import('./ctl/run-ctl.js')
    return async (args) => void process.stdout.write((await runCtl(args, process.env)) ?? '')
  },
  'envtest-assets': async () => (await import('./envtest/envtest-assets.js')).envtestAssets,
  health: async () => (await import('./health-command.js')).health,
  'etcd-stand-in': async () => (await import('./envtest/etcd-stand-in.js')).etcdStandIn,
}

/** The command that the first argument names; `undefined` for the server, whose arguments are flags. */
export async function commandOf([name = '']: readonly string[]): Promise<Command | undefined> {
  return Object.hasOwn(commands, name) ? commands[name]!() : undefined
}
