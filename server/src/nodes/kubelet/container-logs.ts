import { messageOf } from 'apimachinery/errors'
import { readLogFile } from '../container-logs/log-file.js'
import type { LogLine } from '../container-logs/log-line.js'
import { timed } from '../container-logs/log-line.js'
import { type LogOptions, readLogOptions } from '../container-logs/log-options.js'
import type { LogReading } from '../container-logs/log-reading.js'
import { readLogText } from '../container-logs/log-text.js'
import { shownLog } from '../container-logs/shown-log.js'
import type { LogSource } from '../pod-rules/log-rules.js'
import { findEntry } from '../pod-rules/pod-rules.js'
import type { KubeletEndpoint, KubeletExchange, KubeletParts } from './kubelet-endpoint.js'
import { KubeletError } from './kubelet-error.js'
import { type SimulatedContainer, statusOf } from './simulated-containers.js'
import { startedContainer } from './started-container.js'

/** `containerLogs/NAMESPACE/POD/CONTAINER`: what a container has written. */
export function containerLogs(parts: KubeletParts): KubeletEndpoint {
  return async (exchange) => {
    const { segments, node, signal, response } = exchange
    const [namespace = '', pod = '', name = '', ...more] = segments
    if (name === '' || more.length > 0) throw new KubeletError(404, '404: Page Not Found')
    const options = optionsOf(exchange, parts)
    const container = parts.containers.container({ node, namespace, pod, container: name })
    const source = sourceOf(parts, container, options)
    const reading = { ...options, signal, ended: parts.containers.ended(container, signal), pace: parts.pace }
    const pieces = shownLog(linesOf(source, container, reading), options)
    // What cannot be read is answered before the response begins.
    let piece = await pieces.next().catch((error: unknown) => {
      throw new KubeletError(400, messageOf(error))
    })
    response.writeHead(200, { 'content-type': 'text/plain' })
    for (; piece.done !== true && !response.closed; piece = await pieces.next()) {
      if (piece.value.length > 0 && !response.write(piece.value)) await response.drained()
    }
    response.end()
  }
}

function optionsOf({ request }: KubeletExchange, { clock }: KubeletParts): LogOptions {
  try {
    return readLogOptions(request.query, clock.now())
  } catch {
    throw new KubeletError(400, '{"message": "Unable to decode query."}')
  }
}

/** What is read; without a configuration what a container has that has written nothing. @throws KubeletError */
function sourceOf({ rules }: KubeletParts, container: SimulatedContainer, { previous }: LogOptions): LogSource {
  if (rules === undefined) return startedContainer(container, previous)
  const { pod, namespace, name } = container
  const podName = { namespace, name: pod.metadata?.name ?? '' }
  const entry = findEntry(rules.logs, { pod: podName, key: name, keysOf: ({ containers }) => containers })
  const where = `for container ${JSON.stringify(name)} in pod ${JSON.stringify(`${namespace}/${podName.name}`)}`
  if (entry === 'noEntry') throw new KubeletError(400, `log target not found ${where}`)
  if (entry === 'noRule') throw new KubeletError(400, `no logs found ${where}`)
  const source = previous ? entry.previous : entry.log
  // An empty name of a file cannot be resolved, there as here.
  return source ?? { file: '' }
}

/** The lines of a source. */
export function linesOf(
  source: LogSource,
  { pod, name }: SimulatedContainer,
  reading: LogReading,
): AsyncGenerator<LogLine | undefined> {
  if ('file' in source) return readLogFile(source.file, reading)
  const { state, lastState } = statusOf(pod, name) ?? {}
  const started = state?.running?.startedAt ?? state?.terminated?.startedAt ?? lastState?.terminated?.startedAt
  const time = timed(started ?? pod.metadata?.creationTimestamp ?? '1970-01-01T00:00:00Z')
  return readLogText(source.text, time, reading)
}
