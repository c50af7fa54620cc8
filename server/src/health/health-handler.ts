import { messageOf } from 'apimachinery/errors'
import type { Handler, ResponseSink, ServerRequest } from '../request/http.js'
import { writePlainError } from '../request/write-error.js'
import type { HealthCheck } from './health-check.js'

/** Called for each check that ran, for the log and metrics; `error` is `undefined` if it passed. */
export type OnHealthCheck = (check: string, error: unknown) => void

/**
 * Answers `/healthz`, `/livez`, `/readyz` and single checks below them: `ok`, with `?verbose` a line for each check, without those
 * that `?exclude=` names.
 *
 * Source: `handleRootHealth` of k8s.io/apiserver/pkg/server/healthz.
 */
export function healthHandler(
  name: string,
  checks: () => readonly HealthCheck[],
  { onCheck = () => {}, notFound }: { readonly onCheck?: OnHealthCheck; readonly notFound: Handler },
): Handler {
  const endpoint = { component: '', path: `/${name}` }
  return async (request, response) => {
    request.observer.endpoint(endpoint)
    if (request.path === endpoint.path) return answerAll({ name, checks: checks(), onCheck }, request, response)
    const wanted = request.path.slice(name.length + 2)
    const check = checks().find((each) => each.name === wanted)
    if (check === undefined) return notFound(request, response)
    try {
      await check.check(request)
    } catch (error) {
      return writePlainError(response, 500, `internal server error: ${messageOf(error)}`)
    }
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' })
    response.end(Buffer.from('ok'))
  }
}

interface RootHealth {
  readonly name: string
  readonly checks: readonly HealthCheck[]
  readonly onCheck: OnHealthCheck
}

async function answerAll(health: RootHealth, request: ServerRequest, response: ResponseSink): Promise<void> {
  const { text, failed } = await report(health, request)
  if (failed) return writePlainError(response, 500, `${text}${health.name} check failed`)
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' })
  response.end(Buffer.from(request.query.has('verbose') ? `${text}${health.name} check passed\n` : 'ok'))
}

async function report(
  { checks, onCheck }: RootHealth,
  request: ServerRequest,
): Promise<{ text: string; failed: boolean }> {
  const excluded = new Set(request.query.getAll('exclude'))
  const unknown = new Set(excluded)
  let text = ''
  let failed = false
  for (const check of checks) {
    const { name, group } = check
    if (excluded.has(name)) {
      unknown.delete(name)
      text += `[+]${name} excluded: ok\n`
    } else if (group !== undefined && excluded.has(group)) {
      unknown.delete(group)
      text += `[+]${name} excluded with ${group}: ok\n`
    } else {
      const error = await errorOf(check, request)
      onCheck(name, error)
      if (error !== undefined) failed = true
      text += error === undefined ? `[+]${name} ok\n` : `[-]${name} failed: reason withheld\n`
    }
  }
  if (unknown.size > 0 && (failed || request.query.has('verbose'))) {
    const names = [...unknown].sort().map((name) => JSON.stringify(name))
    text += `warn: some health checks cannot be excluded: no matches for ${names.join(', ')}\n`
  }
  return { text, failed }
}

async function errorOf(check: HealthCheck, request: ServerRequest): Promise<unknown> {
  try {
    await check.check(request)
    return undefined
  } catch (error) {
    return error ?? new Error('unhealthy')
  }
}
