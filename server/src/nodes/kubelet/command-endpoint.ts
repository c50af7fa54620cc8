import { type RunCommand, wantedStreams } from '../container-streams/command-streams.js'
import { serveCommand } from '../container-streams/serve-command.js'
import { containerOfPath } from './container-path.js'
import type { KubeletEndpoint, KubeletParts } from './kubelet-endpoint.js'
import { KubeletError } from './kubelet-error.js'
import type { SimulatedContainer } from './simulated-containers.js'

/** How a path answers what is asked of a container over streams. */
export interface CommandOptions {
  /** Precedes the message about what has not run. */
  readonly failure: string
  readonly run: (container: SimulatedContainer, query: URLSearchParams) => RunCommand
}

/** A path `NAMESPACE/POD/CONTAINER` whose clients have streams to a container. */
export function commandEndpoint(parts: KubeletParts, { failure, run }: CommandOptions): KubeletEndpoint {
  return async (exchange) => {
    const { request, signal } = exchange
    const container = containerOfPath(exchange, parts)
    const wanted = wantedStreams(request.query)
    if (wanted === undefined) throw new KubeletError(400, 'you must specify at least 1 of stdin, stdout, stderr')
    return serveCommand({ exchange, wanted, run: run(container, request.query), failure, signal, pace: parts.pace })
  }
}
