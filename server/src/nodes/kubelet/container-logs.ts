import { messageOf } from 'apimachinery/errors'
import { readLogFile } from '../container-logs/log-file.js'
import type { LogLine } from '../container-logs/log-line.js'
import { timed } from '../container-logs/log-line.js'
import { type LogOptions, readLogOptions } from '../container-logs/log-options.js'
import type { LogReading } from '../container-logs/log-reading.js'
import { readLogText } from '../container-logs/log-text.js'
import { shownLog } from '../container-logs/shown-log.js'
import type { LogSource } from '../pod-rules/log-rules.js'
import { containerEntry } from './container-entry.js'
import { containerOfPath } from './container-path.js'
import type { KubeletEndpoint, KubeletExchange, KubeletParts } from './kubelet-endpoint.js'
import { KubeletError } from './kubelet-error.js'
import { type SimulatedContainer, statusOf } from './simulated-containers.js'
import { startedContainer } from './started-container.js'

/** `containerLogs/NAMESPACE/POD/CONTAINER`: what a container has written. */
export function containerLogs(parts: KubeletParts): KubeletEndpoint {
  return async (exchange) => {
    const options = optionsOf(exchange, parts)
    const container = containerOfPath(exchange, parts)
    const source = await sourceOf(parts, container, options)
    const read = new AbortController()
    const signal = AbortSignal.any([exchange.signal, read.signal])
    const reading = { ...options, signal, ended: parts.containers.ended(container, signal), pace: parts.pace }
    const pieces = shownLog(linesOf(source, container, reading), options)
    try {
      await writePieces(exchange, pieces)
    } finally {
      read.abort()
      await pieces.return(undefined)
    }
  }
}

async function writePieces({ response }: KubeletExchange, pieces: AsyncGenerator<Uint8Array>): Promise<void> {
  // What cannot be read is answered before the response begins.
  let piece = await orBadRequest(() => pieces.next())
  response.writeHead(200, { 'content-type': 'text/plain' })
  for (; piece.done !== true && !response.closed; piece = await pieces.next()) {
    if (piece.value.length > 0 && !response.write(piece.value)) await response.drained()
  }
  response.end()
}

function optionsOf({ request }: KubeletExchange, { clock }: KubeletParts): LogOptions {
  try {
    return readLogOptions(request.query, clock.now())
  } catch {
    throw new KubeletError(400, '{"message": "Unable to decode query."}')
  }
}

/** What is read; without a configuration what a container has that has written nothing. @throws KubeletError */
async function sourceOf(
  { rules }: KubeletParts,
  container: SimulatedContainer,
  { previous }: LogOptions,
): Promise<LogSource> {
  if (rules === undefined) return startedContainer(container, previous)
  const messages = { noEntry: 'log target not found', noRule: 'no logs found' }
  const entry = await orBadRequest(() => containerEntry(rules.logs, container, messages))
  const source = previous ? entry.previous : entry.log
  // An empty name of a file cannot be resolved, there as here.
  return source ?? { file: '' }
}

async function orBadRequest<T>(find: () => T | Promise<T>): Promise<T> {
  try {
    return await find()
  } catch (error) {
    throw new KubeletError(400, messageOf(error))
  }
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
