import { createPrivateKey, X509Certificate } from 'node:crypto'
import { isAbsolute, resolve } from 'node:path'
import { type PassiveClock, systemClock } from 'apimachinery/wait'
import { ConfigError } from './config-error.js'
import type { Credentials } from './credentials.js'
import { type ExecStatus, execRequest, parseExecCredential } from './exec-credential.js'
import type { ExecHooks } from './exec-hooks.js'
import { allowedProgram, validatePluginPolicy } from './exec-plugin-policy.js'
import { OccasionalHint } from './occasional-hint.js'
import type { RESTConfig } from './rest-config.js'
import { runPlugin } from './run-plugin.js'
import { SingleFlight } from './single-flight.js'
import type { ClientCertificate } from './tls-material.js'

const installHelp = `

It looks like you are trying to use a client-go credential plugin that is not installed.

To learn more about this feature, consult the documentation available at:
      https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins`

/** The environment of exec plugins. */
export interface ExecEnvironment {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock?: PassiveClock | undefined
  /** Whether the standard input is an interactive terminal. */
  readonly isTerminal?: (() => boolean) | undefined
  readonly hooks?: ExecHooks | undefined
}

/** What a plugin printed, with the first certificate of its pair parsed. */
type LoadedStatus = ExecStatus & { readonly leaf: X509Certificate | undefined }

/** Credentials from a program: cached until they expire or the server rejects them, one run at a time. */
export class ExecCredentials implements Credentials {
  readonly #config: RESTConfig & { readonly exec: NonNullable<RESTConfig['exec']> }
  readonly #environment: ExecEnvironment
  readonly #clock: PassiveClock
  readonly #flight = new SingleFlight<ExecStatus>()
  readonly #hint: OccasionalHint
  #status: LoadedStatus | undefined

  constructor(config: ExecCredentials['config'], environment: ExecEnvironment) {
    this.#config = config
    const { apiVersion, pluginPolicy } = config.exec
    if (!/^client\.authentication\.k8s\.io\/v1(beta1)?$/.test(apiVersion)) {
      throw new ConfigError(`exec plugin: invalid apiVersion ${JSON.stringify(apiVersion)}`, {
        field: 'exec.apiVersion',
      })
    }
    if (pluginPolicy !== undefined) validatePluginPolicy(pluginPolicy)
    this.#environment = environment
    this.#clock = environment.clock ?? systemClock
    this.#hint = new OccasionalHint({ times: 10, milliseconds: 3_600_000, clock: this.#clock })
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
    return this.#status !== undefined && this.#clock.now() < expires ? this.#status : this.#refresh()
  }

  #refresh(): Promise<ExecStatus> {
    return this.#flight.run(async () => {
      const { command, apiVersion } = this.#config.exec
      const before = this.#status
      const read = parseExecCredential(await this.#run(), apiVersion)
      const leaf = read.certificate === undefined ? undefined : readPair(read.certificate)
      const status = { ...read, leaf }
      this.#status = status
      const isNew = String(before?.certificate?.cert ?? '') !== String(status.certificate?.cert ?? '')
      const replaced = isNew ? before?.leaf : undefined
      const rotatedAge = replaced === undefined ? undefined : this.#clock.now() - Date.parse(replaced.validFrom)
      const expires = leaf === undefined ? undefined : Date.parse(leaf.validTo)
      this.#environment.hooks?.onCertificate?.({ command, expires, rotatedAge })
      return status
    })
  }

  #interactive(): boolean {
    const { interactiveMode = 'IfAvailable', stdinUnavailable } = this.#config.exec
    if (interactiveMode === 'Never') return false
    const terminal = this.#environment.isTerminal?.() ?? process.stdin.isTTY === true
    if (interactiveMode !== 'Always') return terminal && stdinUnavailable === undefined
    if (!terminal) throw notInteractive('standard input is not a terminal')
    if (stdinUnavailable !== undefined) {
      throw notInteractive(`standard input is unavailable${stdinUnavailable === '' ? '' : `: ${stdinUnavailable}`}`)
    }
    return true
  }

  async #run(): Promise<string> {
    const { args = [], env = [] } = this.#config.exec
    const { environment, hooks } = this.#environment
    const interactive = this.#interactive()
    const command = this.#command()
    const info = JSON.stringify(await execRequest(this.#config, interactive))
    const program = await this.#allowed(command)
    const added = Object.fromEntries(env.map(({ name, value }) => [name, value]))
    const outcome = await runPlugin(program, {
      args,
      environment: { ...environment, ...added, KUBERNETES_EXEC_INFO: info },
      interactive,
    })
    hooks?.onCall?.({ command, exitCode: outcome.exitCode, status: outcome.status })
    if (outcome.status === 'no_error') return outcome.output
    const isMissing = outcome.status === 'plugin_not_found_error'
    const problem = isMissing ? `exec: executable ${program} not found${this.#help()}` : outcome.problem
    throw new ConfigError(`getting credentials: ${problem}`)
  }

  /** The command, below the folder of its kubeconfig when it is a path of no root. */
  #command(): string {
    const { command, directory } = this.#config.exec
    const isPath = command.includes('/') || command.includes('\\')
    return isPath && !isAbsolute(command) && directory !== undefined ? resolve(directory, command) : command
  }

  async #allowed(command: string): Promise<string> {
    const { hooks, environment } = this.#environment
    const { pluginPolicy: policy = {} } = this.#config.exec
    try {
      const program = await allowedProgram(command, { policy, path: environment.PATH ?? '' })
      hooks?.onPolicy?.({ command, allowed: true })
      return program
    } catch (error) {
      hooks?.onPolicy?.({ command, allowed: false })
      throw error
    }
  }

  #help(): string {
    const { installHint } = this.#config.exec
    const hint = installHint === undefined ? '' : `\n\n${withoutEscapes(installHint)}`
    return this.#hint.text(`${installHelp}${hint}`)
  }
}

function notInteractive(why: string): ConfigError {
  return new ConfigError(`exec plugin cannot support interactive mode: ${why}`, { field: 'exec.interactiveMode' })
}

/** The certificate of a pair. @throws ConfigError where the two do not belong together */
function readPair({ cert, key }: ClientCertificate): X509Certificate {
  try {
    const leaf = new X509Certificate(cert)
    if (leaf.checkPrivateKey(createPrivateKey(key as string))) return leaf
  } catch (cause) {
    throw new ConfigError('failed parsing client key/certificate', { cause })
  }
  throw new ConfigError('failed parsing client key/certificate: private key does not match public key')
}

/** A hint of a configuration must not steer the terminal. */
function withoutEscapes(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\t-\r]/gu, (character) =>
    JSON.stringify(character).slice(1, -1),
  )
}
