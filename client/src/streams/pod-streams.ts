import { MachineryError } from 'apimachinery/errors'
import type { CallOptions } from '../rest/call-options.js'
import type { Request } from '../rest/request.js'
import type { RESTClient } from '../rest/rest-client.js'
import { collectBytes } from '../transport/join-bytes.js'
import { ChannelConnection, commandProtocols } from './channel-connection.js'
import { CommandSession, type CommandStreams } from './command-session.js'
import { linesOf } from './lines.js'
import { PortConnection } from './port-connection.js'

/** A pod, by its name. */
export interface PodName {
  readonly namespace: string
  readonly name: string
}

/** Options of `exec` and `attach`. */
export interface CommandOptions extends CommandStreams {
  /** Default: the only container, or the default one by the pod's annotation. */
  readonly container?: string | undefined
  /** Gives the command a terminal; then there is no `stderr`. */
  readonly tty?: boolean | undefined
  /** Input comes by {@link CommandSession.write}. */
  readonly interactive?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/** Options of `logs`: those of `PodLogOptions`. */
export interface LogOptions {
  readonly container?: string | undefined
  readonly follow?: boolean | undefined
  readonly previous?: boolean | undefined
  readonly sinceSeconds?: number | undefined
  readonly sinceTime?: string | undefined
  readonly timestamps?: boolean | undefined
  readonly tailLines?: number | undefined
  readonly limitBytes?: number | undefined
  readonly insecureSkipTLSVerifyBackend?: boolean | undefined
  /** `All`, `Stdout` or `Stderr`. */
  readonly stream?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** The output of a finished command. */
export interface CommandOutput {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
}

/** The streams of one pod: commands, logs, ports. */
export class PodStreams {
  readonly #rest: RESTClient
  readonly #pod: PodName

  constructor(rest: RESTClient, pod: PodName) {
    this.#rest = rest
    this.#pod = pod
  }

  /** Starts a command in a container. @throws RequestStatusError, TransportError */
  exec(command: readonly string[], options: CommandOptions = {}): Promise<CommandSession> {
    if (command.length === 0)
      throw new MachineryError('InvalidRequest', 'you must specify at least one command for the container')
    const request = this.#request('exec')
    for (const word of command) request.param('command', word)
    return this.#start(request, options)
  }

  /** Attaches to the process that runs in a container. */
  attach(options: CommandOptions = {}): Promise<CommandSession> {
    return this.#start(this.#request('attach'), options)
  }

  /** Runs a command to its end. An exit code is not an error. */
  async run(
    command: readonly string[],
    options: Omit<CommandOptions, 'stdout' | 'stderr' | 'interactive'> = {},
  ): Promise<CommandOutput> {
    const session = await this.exec(command, options)
    const [stdout, stderr, { exitCode }] = await Promise.all([
      collectBytes(session.stdout),
      collectBytes(session.stderr),
      session.done,
    ])
    const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
    return { stdout: text(stdout), stderr: text(stderr), exitCode }
  }

  /** The lines of a container's log; with `follow` as they are written. */
  async *logs(options: LogOptions = {}): AsyncGenerator<string, undefined> {
    yield* linesOf(this.logBytes(options))
  }

  /** The bytes of a container's log. */
  async *logBytes({ signal, ...options }: LogOptions = {}): AsyncGenerator<Uint8Array, undefined> {
    const request = this.#request('log').signal(signal)
    for (const [name, value] of Object.entries(options)) if (value !== undefined) request.param(name, String(value))
    const { body } = await request.setHeader('accept', '*/*').stream()
    yield* body
  }

  /** Connects to a port of the pod. @throws RequestStatusError, TransportError */
  async connect(port: number, { signal }: CallOptions = {}): Promise<PortConnection> {
    if (!Number.isInteger(port) || port < 1 || port > 65535) {
      throw new MachineryError('InvalidRequest', `${port} is not a valid port number`, { path: 'port' })
    }
    const request = this.#request('portforward').param('ports', String(port)).signal(signal)
    const socket = await request.upgrade(['v4.channel.k8s.io'])
    return new PortConnection(new ChannelConnection(socket), port)
  }

  /** Evicts the pod, where its disruption budgets allow it. @throws RequestStatusError `TooManyRequests` where not */
  async evict(options: { readonly deleteOptions?: object | undefined } & CallOptions = {}): Promise<void> {
    const { deleteOptions, signal } = options
    const body = {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { ...this.#pod },
      ...(deleteOptions && { deleteOptions }),
    }
    await this.#request('eviction', 'POST').body(body).signal(signal).maxRetries(0).do()
  }

  /** A request to the pod through the server's proxy: `proxy('GET', 'healthz', { port: 8080 })`. */
  proxy(
    method: string,
    path: string,
    options: { readonly port?: number | string | undefined; readonly scheme?: 'http' | 'https' | undefined } = {},
  ): Request {
    const { port, scheme } = options
    const name = `${scheme === undefined ? '' : `${scheme}:`}${this.#pod.name}${port === undefined ? '' : `:${port}`}`
    const request = this.#rest
      .verb(method)
      .namespace(this.#pod.namespace)
      .resource('pods')
      .name(name)
      .subResource('proxy')
    return (path === '' ? request : request.suffix(path)).setHeader('accept', '*/*')
  }

  async #start(request: Request, options: CommandOptions): Promise<CommandSession> {
    const { container, tty = false, stdin, interactive = false, stdout, stderr, signal } = options
    if (container !== undefined) request.param('container', container)
    if (stdin !== undefined || interactive) request.param('stdin', 'true')
    request.param('stdout', 'true')
    // A terminal has one output.
    if (!tty) request.param('stderr', 'true')
    if (tty) request.param('tty', 'true')
    const socket = await request.signal(signal).upgrade(commandProtocols)
    return new CommandSession(new ChannelConnection(socket), { stdin, stdout, stderr })
  }

  #request(subresource: string, method = 'GET'): Request {
    const { namespace, name } = this.#pod
    const request = this.#rest.verb(method).namespace(namespace).resource('pods').name(name)
    return request.subResource(subresource).apiVerb(method === 'GET' ? 'connect' : 'create')
  }
}
