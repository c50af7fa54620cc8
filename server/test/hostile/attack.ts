import type { Ports } from './victim.js'

/** What became of an attack. */
export interface Outcome {
  /** Status code of the answer; 0 where there was none. */
  readonly code: number
  /** Reports whether the server ended the connection. */
  readonly closed: boolean
  /** Text of the body, as far as it came. */
  readonly body: string
  readonly contentType: string
  /** How many answers came on one connection. */
  readonly answers: number
}

/** One thing that no client should do. */
export interface Attack {
  /** A unique name of the attack and its place. */
  readonly name: string
  readonly run: (ports: Ports) => Promise<Outcome>
  /**
   * `refused`: a `Status`, or the connection ends. `answered`: that, or an answer of success, where what looks hostile is allowed.
   * `closed`: the server ends the connection, with or without a response before.
   */
  readonly expected: 'refused' | 'answered' | 'closed'
  /** Upstream answers this with 500. */
  readonly may500?: boolean
  /** Takes seconds: only in the long run. */
  readonly slow?: boolean
}

/** Milliseconds after which an attack counts as a hang. */
export const patience = 30_000

/** The problem of the server's reaction to an attack; undefined if there is none. */
export function complaint({ expected, may500 = false }: Attack, outcome: Outcome): string | undefined {
  const { code, closed, answers } = outcome
  if (answers > 1) return `${answers} answers to one request`
  if (expected === 'closed') return closed ? undefined : `left open after ${code}`
  if (code === 0) return closed ? undefined : 'neither an answer nor an end'
  if (code === 500 && !may500) return `500: ${outcome.body.slice(0, 200)}`
  if (code >= 400) return badStatus(outcome)
  return expected === 'answered' ? undefined : `${code}: ${outcome.body.slice(0, 200)}`
}

/** Errors of the API are objects; those of the transport, of unknown paths and of panics are text, as upstream. */
function badStatus({ code, body, contentType }: Outcome): string | undefined {
  if (contentType.startsWith('text/plain'))
    return [400, 404, 429, 431].includes(code) ? undefined : `${code} as text: ${body}`
  if (!contentType.startsWith('application/json')) return contentType === '' ? undefined : `${code} as ${contentType}`
  const status = JSON.parse(body) as { readonly kind?: string; readonly code?: number; readonly message?: string }
  if (status.kind !== 'Status' || status.code !== code) return `${code} with ${body.slice(0, 200)}`
  return (status.message?.length ?? 0) > 5 << 20 ? 'a message of megabytes' : undefined
}
