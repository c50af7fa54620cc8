import type { RunCommand } from '../container-streams/command-streams.js'
import { feed } from '../container-streams/feed.js'
import type { LocalExec } from '../pod-rules/exec-rules.js'
import { startChild } from './child-process.js'

/** Runs a command of a client on this machine. There are no terminals. */
export function runLocal(command: readonly string[], local: LocalExec): RunCommand {
  return async ({ stdin, tty, stdout, stderr, signal }) => {
    if (tty) throw new Error('commands on the machine of the server have no terminal')
    const child = await startChild({ ...local, command, signal })
    const { process } = child
    if (stdin === undefined) process.stdin.end()
    else void feed(stdin, process.stdin)
    const copy = async (from: AsyncIterable<Uint8Array>, write: typeof stdout): Promise<void> => {
      for await (const piece of from) await write(piece)
    }
    const [exitCode] = await Promise.all([child.exitCode, copy(process.stdout, stdout), copy(process.stderr, stderr)])
    return exitCode
  }
}
