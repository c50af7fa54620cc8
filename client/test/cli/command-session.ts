import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../src/cli/run.js'
import { startAPIServer } from '../support/api-server.js'

/** What a call printed and how it ended. */
export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** A server, and a folder in which the command is called. */
export interface CommandSession {
  readonly folder: string
  /** Writes files into the folder. */
  write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void>
  /** Calls the command with words that may be quoted, and standard input. */
  command(text: string, input?: string): Promise<Outcome>
  stop(): Promise<void>
}

/** Starts a server and makes a kubeconfig for it. */
export async function startSession(): Promise<CommandSession> {
  const server = await startAPIServer()
  const folder = await mkdtemp(join(tmpdir(), 'session-'))
  const config = {
    'current-context': 'c',
    clusters: [
      {
        name: 'k',
        cluster: {
          server: server.url,
          'certificate-authority-data': Buffer.from(server.caData).toString('base64'),
        },
      },
    ],
    users: [{ name: 'u', user: { token: server.token } }],
    contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
  }
  await writeFile(join(folder, 'config'), JSON.stringify(config))
  return {
    folder,
    async write(files) {
      for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
    },
    async command(text, input = '') {
      const said = { out: '', err: '' }
      const args = (text.match(/'[^']*'|\S+/g) ?? []).map((arg) => arg.replace(/^'|'$/g, ''))
      const code = await run([...args, '--cache-dir', join(folder, 'cache')], {
        cwd: folder,
        environment: { ...process.env, KUBECONFIG: join(folder, 'config') },
        write: (written) => {
          said.out += written
        },
        warn: (line) => {
          said.err += `${line}\n`
        },
        readInput: () => input,
      })
      return { code, ...said }
    },
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true })
    },
  }
}
