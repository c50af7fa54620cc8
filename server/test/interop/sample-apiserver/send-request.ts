import type { Agent, IncomingMessage, RequestOptions } from 'node:http'
import { request as overHTTP } from 'node:http'
import { request as overHTTPS } from 'node:https'
import type { SampleRequest } from './sample-request.js'
import { type LastSeen, type ShownAnswer, shownAnswer } from './shown-answer.js'

/** Where requests go, and as whom. */
export interface Target {
  readonly url: string
  readonly agent: Agent
  readonly headers: Readonly<Record<string, string>>
}

/** Sends one of the requests, over a socket. */
export function sendRequest(target: Target, sample: SampleRequest, seen: LastSeen): Promise<ShownAnswer> {
  const body = sample.body === undefined ? undefined : seen.fill(sample.body)
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const headers = { ...target.headers, ...sample.headers, ...length }
  const { hostname, port, protocol } = new URL(target.url)
  const options: RequestOptions = {
    hostname,
    port,
    method: sample.method,
    path: seen.fill(sample.path),
    headers,
    agent: target.agent,
  }
  return new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage): void => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString('utf8')
        seen.note(text)
        resolve(shownAnswer(response.statusCode ?? 0, (name) => response.headers[name]?.toString(), text))
      })
    }
    const sent = protocol === 'https:' ? overHTTPS(options, answered) : overHTTP(options, answered)
    sent.on('error', reject)
    sent.end(body)
  })
}
