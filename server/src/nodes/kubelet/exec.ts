import type { RunCommand } from '../container-streams/command-streams.js'
import { drop } from '../container-streams/feed.js'
import { runLocal } from '../host-access/run-local.js'
import type { CommandAnswer } from '../pod-rules/exec-rules.js'
import { commandEndpoint } from './command-endpoint.js'
import { containerEntry, placeOf } from './container-entry.js'
import type { KubeletEndpoint, KubeletParts } from './kubelet-endpoint.js'
import type { SimulatedContainer } from './simulated-containers.js'

/** `exec/NAMESPACE/POD/CONTAINER`: a command in a container. */
export function exec(parts: KubeletParts): KubeletEndpoint {
  return commandEndpoint(parts, {
    failure: 'error executing command in container',
    // What says nothing of the command is told to the client over the streams.
    run: (container, query) => (streams) => commandFor(parts, container, query.getAll('command'))(streams),
  })
}

/** What a command does. @throws Error in the words of kwok for a container without one */
function commandFor({ rules }: KubeletParts, container: SimulatedContainer, command: readonly string[]): RunCommand {
  const { run } = containerEntry(rules?.execs ?? [], container, {
    noEntry: 'exec target not found',
    noRule: 'no exec found',
  })
  if (run === undefined) throw new Error('not set local exec')
  if ('workDir' in run) return runLocal(command, run)
  const answer = run.find((each) => each.command === undefined || isSame(each.command, command))
  if (answer !== undefined) return answered(answer)
  throw new Error(`no answer found for the command ${JSON.stringify(command)} of ${placeOf(container)}`)
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, index) => word === b[index])
}

function answered({ stdout, stderr, exitCode, echo }: CommandAnswer): RunCommand {
  return async (streams) => {
    const { stdin } = streams
    if (stdout !== '') await streams.stdout(Buffer.from(stdout))
    if (stderr !== '') await streams.stderr(Buffer.from(stderr))
    if (echo) for await (const piece of stdin ?? []) await streams.stdout(piece)
    else if (stdin !== undefined) void drop(stdin)
    return exitCode
  }
}
