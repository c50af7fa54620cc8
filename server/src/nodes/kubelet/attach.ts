import type { CommandStreams } from '../container-streams/command-streams.js'
import { drop } from '../container-streams/feed.js'
import type { AttachEntry } from '../pod-rules/attach-rules.js'
import { commandEndpoint } from './command-endpoint.js'
import { containerEntry } from './container-entry.js'
import { linesOf } from './container-logs.js'
import type { KubeletEndpoint, KubeletParts } from './kubelet-endpoint.js'
import type { SimulatedContainer } from './simulated-containers.js'

/** `attach/NAMESPACE/POD/CONTAINER`: what a container writes from now on. */
export function attach(parts: KubeletParts): KubeletEndpoint {
  return commandEndpoint(parts, {
    failure: 'error attaching to container',
    run: (container) => async (streams) => {
      await attached(parts, container, streams)
      return 0
    },
  })
}

const silent: AttachEntry = { containers: [], log: { text: '' }, echo: false }

/** Ends with the container, with the client, or with the input that comes back. */
async function attached(parts: KubeletParts, container: SimulatedContainer, streams: CommandStreams): Promise<void> {
  const messages = { noEntry: 'attaches target not found', noRule: 'no attaches found' }
  const { log, echo } = parts.rules === undefined ? silent : containerEntry(parts.rules.attaches, container, messages)
  const { stdin, stdout, stderr } = streams
  const left = new AbortController()
  const signal = AbortSignal.any([streams.signal, left.signal])
  const input = async (): Promise<void> => {
    if (stdin === undefined) return
    if (!echo) return drop(stdin)
    for await (const piece of stdin) await stdout(piece)
    left.abort()
  }
  input().catch(() => left.abort())
  const reading = {
    // A text is what happens when somebody attaches; a file is read from its end.
    tailLines: log !== undefined && 'text' in log ? undefined : 0,
    follow: true,
    signal,
    ended: parts.containers.ended(container, signal),
    pace: parts.pace,
  }
  try {
    for await (const line of linesOf(log ?? { file: '' }, container, reading)) {
      if (line !== undefined) await (line.stream === 'stderr' ? stderr : stdout)(line.content)
    }
  } finally {
    left.abort()
  }
}
