import { readFileSync } from 'node:fs'
import { UsageError } from '../../flags/flag.js'
import { ctlHelp, ctlText } from './ctl-text.js'
import { type CtlRequest, requestOf, verbOf } from './request-of.js'

/** The environment of the command. */
export type Environment = Readonly<Record<string, string | undefined>>

const basePath = '/apimachinery.dev/v1'

/** Runs `ctl` with the arguments after it, and returns what it prints. @throws UsageError, and Error with the message of a Status */
export async function runCtl(args: readonly string[], environment: Environment): Promise<string> {
  if (args.length === 0 || ['-h', '--help', 'help'].includes(args[0]!)) return ctlHelp()
  if (args.some((arg) => arg === '-h' || arg === '--help')) return ctlHelp(verbOf(args))
  const request = requestOf(args)
  const { output = 'text' } = request.common
  if (output !== 'text' && output !== 'json')
    throw new UsageError(`--output: ${String(output)} is neither text nor json`)
  const answer = await send(request, environment)
  if (answer === undefined) return ''
  return output === 'json' ? `${JSON.stringify(answer, null, 2)}\n` : ctlText(request.verb, answer)
}

async function send(
  { verb, path, body, common }: CtlRequest,
  environment: Environment,
): Promise<Record<string, unknown> | undefined> {
  const server = common.server ?? environment.APIMACHINERY_CONTROL
  if (typeof server !== 'string' || server === '') {
    throw new UsageError('--server or the environment variable APIMACHINERY_CONTROL must name the control API')
  }
  const response = await fetch(`${server.replace(/\/+$/, '')}${basePath}${path}`, {
    method: verb.method,
    headers: {
      authorization: `Bearer ${tokenOf(common, environment)}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(messageIn(text) ?? `${response.status} ${response.statusText}`)
  return text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>)
}

function tokenOf(common: CtlRequest['common'], environment: Environment): string {
  const file = common['token-file']
  const token = typeof file === 'string' ? readFileSync(file, 'utf8').trim() : environment.APIMACHINERY_CONTROL_TOKEN
  if (token !== undefined && token !== '') return token
  throw new UsageError('--token-file or the environment variable APIMACHINERY_CONTROL_TOKEN must give the token')
}

/** The message of a Status. */
function messageIn(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text) as { readonly message?: unknown }
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}
