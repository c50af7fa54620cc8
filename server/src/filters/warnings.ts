import type { Filter, RequestWith, ResponseSink } from '../request/http.js'
import type { WarningRecorder } from '../request/warnings.js'

/** Characters of all warnings together, beyond which each is shortened. */
const maxTotal = 4 * 1024
const maxShortened = 256

/**
 * Sends warnings of the handlers as `Warning: 299` header fields.
 *
 * Source: `WithWarningRecorder` of k8s.io/apiserver/pkg/endpoints/filters.
 */
export function withWarnings(): Filter<
  RequestWith<'audit' | 'latencies'>,
  RequestWith<'audit' | 'latencies' | 'warnings'>
> {
  return (next) => (request, response) => {
    const known = request as RequestWith<'audit' | 'latencies' | 'warnings'>
    known.warnings = new HeaderWarnings(response)
    return next(known, response)
  }
}

class HeaderWarnings implements WarningRecorder {
  readonly #response: ResponseSink
  readonly #texts = new Map<string, string>()
  #written = 0
  #shortening = false

  constructor(response: ResponseSink) {
    this.#response = response
  }

  addWarning(agent: string, text: string): void {
    if (text === '' || this.#response.status !== undefined || this.#texts.has(text)) return
    if (this.#shortening && this.#written >= maxTotal) return
    this.#texts.set(text, agent)
    if (this.#shortening || this.#written + lengthOf(text) <= maxTotal) this.#write(agent, text)
    else if (warningHeader(agent, text) !== undefined) this.#startShortening()
  }

  #startShortening(): void {
    this.#shortening = true
    this.#written = 0
    this.#response.setHeader('warning', [])
    for (const [text, agent] of this.#texts) this.#write(agent, text)
  }

  #write(agent: string, text: string): void {
    const sent = this.#shortening && lengthOf(text) > maxShortened ? [...text].slice(0, maxShortened).join('') : text
    const value = warningHeader(agent, sent)
    if (value === undefined) return
    this.#written += lengthOf(sent)
    this.#response.appendHeader('warning', value)
  }
}

function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/** `299 - "text"`; `undefined` for an agent or a text that a header field cannot hold. Source: `NewWarningHeader` of k8s.io/apimachinery/pkg/util/net. */
export function warningHeader(agent: string, text: string): string | undefined {
  if (/[\p{Cc}\p{Cs}]/u.test(text) || /[\\"\s\u0085\p{Cc}\p{Cs}]/u.test(agent)) return undefined
  const quoted = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')
  // A header field is a sequence of bytes; Node writes each character as one.
  return Buffer.from(`299 ${agent === '' ? '-' : agent} "${quoted}"`, 'utf8').toString('latin1')
}
