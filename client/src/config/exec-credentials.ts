import { spawn } from 'node:child_process'
import { isAbsolute, resolve } from 'node:path'
import { ConfigError } from './config-error.js'
import type { Credentials } from './credentials.js'
import { type ExecStatus, execRequest, parseExecCredential } from './exec-credential.js'
import type { RESTConfig } from './rest-config.js'
import { SingleFlight } from './single-flight.js'
import type { ClientCertificate } from './tls-material.js'

const installHelp = `

It looks like you are trying to use a client-go credential plugin that is not installed.

To learn more about this feature, consult the documentation available at:
      https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins`

/** The environment of exec plugins. */
export interface ExecEnvironment {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly now?: () => number
  /** Whether the standard input is an interactive terminal. */
  readonly isTerminal?: () => boolean
}

/** Credentials from a program: cached until they expire or the server rejects them, one run at a time. */
export class ExecCredentials implements Credentials {
  readonly #config: RESTConfig & { readonly exec: NonNullable<RESTConfig['exec']> }
  readonly #options: Required<ExecEnvironment>
  readonly #flight = new SingleFlight<ExecStatus>()
  #status: ExecStatus | undefined

  constructor(config: ExecCredentials['config'], options: ExecEnvironment) {
    this.#config = config
    const { apiVersion } = config.exec
    if (!/^client\.authentication\.k8s\.io\/v1(beta1)?$/.test(apiVersion)) {
      throw new ConfigError(`exec plugin: invalid apiVersion ${JSON.stringify(apiVersion)}`, {
        field: 'exec.apiVersion',
      })
    }
    this.#options = { now: Date.now, isTerminal: () => process.stdin.isTTY === true, ...options }
  }

  /** The configuration, for the type of the constructor. */
  get config(): RESTConfig & { readonly exec: NonNullable<RESTConfig['exec']> } {
    return this.#config
  }

  async authorization(): Promise<string | undefined> {
    const { token } = await this.#current()
    return token === undefined ? undefined : `Bearer ${token}`
  }

  async certificate(): Promise<ClientCertificate | undefined> {
    const { certificate } = await this.#current()
    return certificate
  }

  async renew(): Promise<boolean> {
    const before = this.#status
    await this.#refresh()
    return this.#status !== before
  }

  async #current(): Promise<ExecStatus> {
    const { expires = Number.POSITIVE_INFINITY } = this.#status ?? {}
    return this.#status !== undefined && this.#options.now() < expires ? this.#status : this.#refresh()
  }

  #refresh(): Promise<ExecStatus> {
    return this.#flight.run(async () => {
      this.#status = parseExecCredential(await this.#run(), this.#config.exec.apiVersion)
      return this.#status
    })
  }

  #interactive(): boolean {
    const { interactiveMode = 'IfAvailable' } = this.#config.exec
    if (interactiveMode === 'Never') return false
    const terminal = this.#options.isTerminal()
    if (interactiveMode === 'Always' && !terminal) {
      const why = 'standard input is not a terminal'
      throw new ConfigError(`exec plugin cannot support interactive mode: ${why}`, { field: 'exec.interactiveMode' })
    }
    return terminal
  }

  #run(): Promise<string> {
    const { command, args = [], env = [], directory, installHint } = this.#config.exec
    const interactive = this.#interactive()
    const isPath = command.includes('/') || command.includes('\\')
    const program = isPath && !isAbsolute(command) && directory !== undefined ? resolve(directory, command) : command
    const added = Object.fromEntries(env.map(({ name, value }) => [name, value]))
    const info = { KUBERNETES_EXEC_INFO: JSON.stringify(execRequest(this.#config, interactive)) }
    const child = spawn(program, [...args], {
      env: { ...this.#options.environment, ...added, ...info },
      stdio: [interactive ? 'inherit' : 'ignore', 'pipe', 'inherit'],
      windowsHide: true,
    })
    return new Promise((resolveRun, reject) => {
      const output: Buffer[] = []
      child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
      child.once('error', (cause: NodeJS.ErrnoException) => {
        const hint = installHint === undefined ? '' : `\n\n${withoutEscapes(installHint)}`
        const missing = `exec: executable ${program} not found${installHelp}${hint}`
        reject(new ConfigError(`getting credentials: ${cause.code === 'ENOENT' ? missing : cause.message}`))
      })
      child.once('close', (code, signal) => {
        if (code === 0) resolveRun(Buffer.concat(output).toString())
        else {
          const ending = code === null ? `was ended by ${signal}` : `failed with exit code ${code}`
          reject(new ConfigError(`getting credentials: exec: executable ${program} ${ending}`))
        }
      })
    })
  }
}

/** A hint of a configuration must not steer the terminal. */
function withoutEscapes(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\t-\r]/gu, (character) =>
    JSON.stringify(character).slice(1, -1),
  )
}
