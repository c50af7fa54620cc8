import { stringifyJSON } from 'apimachinery/json'
import type { Clock } from 'apimachinery/wait'
import { type AcceptedStream, SpdySession } from '../../serving/spdy/session.js'
import { commandStatus } from './command-status.js'
import type { CommandStreams, WantedStreams } from './command-streams.js'
import type { ServedCommand } from './served-command.js'
import { switchToSPDY } from './spdy-connection.js'

/** Best first. */
const protocols = ['v4.channel.k8s.io', 'v3.channel.k8s.io', 'v2.channel.k8s.io', 'channel.k8s.io']
/** Those without a stream for the sizes of a terminal. */
const withoutResize = new Set(['v2.channel.k8s.io', 'channel.k8s.io'])

/** Milliseconds until a client must have opened its streams. */
const creationTimeout = 30_000

/** Source: `createHTTPStreamStreams` of k8s.io/cri-streaming/pkg/streaming/remotecommand. */
export async function serveSpdyCommand({ exchange, wanted, run, failure, signal, pace }: ServedCommand): Promise<void> {
  const switched = switchToSPDY(exchange, protocols)
  if (switched === undefined) return
  const { connection, protocol } = switched
  const expected = new ExpectedStreams(namesOf(wanted, protocol))
  const session = new SpdySession(connection, (stream) => expected.add(stream))
  const gone = new AbortController()
  const leave = (): void => {
    gone.abort()
    expected.giveUp()
  }
  void session.ended.then(leave)
  signal.addEventListener('abort', leave, { once: true })
  try {
    if (!(await expected.complete(pace))) return
    const { status, message } = await commandStatus(() => run(streamsOf(expected, wanted, gone.signal)), failure)
    const said = protocol === protocols[0] ? stringifyJSON(status) : message
    if (said !== '') await expected.get('error')?.send(Buffer.from(said))
    await session.finish()
  } finally {
    signal.removeEventListener('abort', leave)
    await session.close()
  }
}

function namesOf({ stdin, stdout, stderr, tty }: WantedStreams, protocol: string): readonly string[] {
  return [
    'error',
    ...(stdin ? ['stdin'] : []),
    ...(stdout ? ['stdout'] : []),
    ...(stderr ? ['stderr'] : []),
    ...(tty && !withoutResize.has(protocol) ? ['resize'] : []),
  ]
}

function streamsOf(streams: ExpectedStreams, { tty }: WantedStreams, signal: AbortSignal): CommandStreams {
  const send = async (name: string, data: Uint8Array): Promise<void> => streams.get(name)?.send(data)
  return {
    stdin: streams.get('stdin')?.received,
    tty,
    stdout: (data) => send('stdout', data),
    stderr: (data) => send('stderr', data),
    signal,
  }
}

/** The streams of a command by their types, as the client opens them. */
class ExpectedStreams {
  readonly #names: ReadonlySet<string>
  readonly #streams = new Map<string, AcceptedStream>()
  #settle: (isComplete: boolean) => void = () => undefined
  readonly #settled = new Promise<boolean>((resolve) => {
    this.#settle = resolve
  })

  constructor(names: readonly string[]) {
    this.#names = new Set(names)
  }

  add(stream: AcceptedStream): boolean {
    const name = stream.headers.streamtype ?? ''
    if (!this.#names.has(name) || this.#streams.has(name)) return false
    this.#streams.set(name, stream)
    if (this.#streams.size === this.#names.size) this.#settle(true)
    return true
  }

  get(name: string): AcceptedStream | undefined {
    return this.#streams.get(name)
  }

  giveUp(): void {
    this.#settle(false)
  }

  /** Whether all streams came in time. */
  async complete(pace: Clock): Promise<boolean> {
    const timer = pace.setTimer(() => this.giveUp(), creationTimeout)
    try {
      return await this.#settled
    } finally {
      timer.stop()
    }
  }
}
