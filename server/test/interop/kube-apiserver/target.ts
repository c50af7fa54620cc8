import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newestRelease, type Release } from 'apimachinery/api/releases'
import { runCommand } from '../../../src/cli/run.js'
import type { EtcdServer } from '../../storage/kv/etcd/etcd-server.js'
import { builtProgram } from './build-kube-apiserver.js'
import { KubeAPIServer, recordedFlags, tokenFile } from './kube-apiserver.js'

/** What a server answers. */
export interface Answer {
  readonly status: number
  readonly text: string
  readonly contentType: string
  readonly warnings: string
}

export interface Question {
  readonly path: string
  /** Default: `GET`. */
  readonly method?: string
  readonly body?: string
  /** Default: JSON. */
  readonly contentType?: string
  readonly accept?: string
}

/** A server that is asked as `admin`. */
export interface Target {
  ask(question: Question): Promise<Answer>
  stop(): Promise<void>
}

export interface TargetOptions {
  readonly release: Release
  /** Behind those of the recorded answers. */
  readonly flags?: readonly string[]
  /** Where its objects are; default: a store of its own. */
  readonly etcd?: EtcdServer
}

function headersOf({
  contentType = 'application/json',
  accept = 'application/json',
}: Question): Record<string, string> {
  // The manager of fields is the first part of the agent's name.
  return { authorization: 'Bearer admin-token', 'content-type': contentType, accept, 'user-agent': 'compare/1.0' }
}

/** A real kube-apiserver over an etcd of its own. */
export async function startUpstream({ release, flags = [], etcd }: TargetOptions): Promise<Target> {
  const program = builtProgram(release)
  if (program === undefined) throw new Error(`kube-apiserver ${release.version} was not built`)
  const server = await KubeAPIServer.start({ program, flags, ...(etcd !== undefined && { etcd }) })
  const asking = askOverHTTPS(server.url)
  return {
    ask: asking.ask,
    async stop() {
      asking.close()
      await server.stop()
    },
  }
}

/** Questions to a server whose certificate is not verified. */
export function askOverHTTPS(url: string): { ask: Target['ask']; close(): void } {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
  const ask = (question: Question): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { method = 'GET', path, body } = question
      const length = body === undefined ? undefined : { 'content-length': Buffer.byteLength(body) }
      const headers = { ...headersOf(question), ...length }
      const sent = request(`${url}${path}`, { method, headers, agent }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        response.on('error', reject)
        response.on('end', () => {
          const { warning, 'content-type': contentType = '' } = response.headers
          const warnings = Array.isArray(warning) ? warning.join(', ') : (warning ?? '')
          resolve({ status: response.statusCode ?? 0, text, contentType, warnings })
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })
  return { ask, close: () => agent.destroy() }
}

/** The command of this package, which answers as a release. */
export async function startOurs({ release, flags = [], etcd }: TargetOptions): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'apimachinery-server-'))
  const tokens = join(folder, 'tokens.csv')
  writeFileSync(tokens, tokenFile)
  const own = [
    etcd === undefined ? '--memory' : `--etcd-servers=${etcd.endpoint}`,
    '--secure-port=0',
    `--cert-dir=${join(folder, 'certificates')}`,
    `--token-auth-file=${tokens}`,
  ]
  const emulated = release === newestRelease ? [] : [`--emulated-version=${release.name}`]
  const running = await runCommand([...own, ...recordedFlags, ...emulated, ...flags], {
    out: () => {},
    error: () => {},
  })
  if (running === undefined) throw new Error('the command did not start a server')
  await running.server.ready()
  return {
    async ask(question) {
      const { method = 'GET', path, body } = question
      const init = { method, headers: headersOf(question), ...(body !== undefined && { body }) }
      const response = await running.server.generic.fetch(new Request(`https://localhost${path}`, init))
      return {
        status: response.status,
        text: await response.text(),
        contentType: response.headers.get('content-type') ?? '',
        warnings: response.headers.get('warning') ?? '',
      }
    },
    async stop() {
      await running.server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
