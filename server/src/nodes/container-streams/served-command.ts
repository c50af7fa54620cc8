import type { Clock } from 'apimachinery/wait'
import type { Exchange, ReceivedRequest } from '../../request/http.js'
import type { RunCommand, WantedStreams } from './command-streams.js'

/** A command that a client asks for. */
export interface ServedCommand {
  readonly exchange: Exchange<ReceivedRequest>
  readonly wanted: WantedStreams
  readonly run: RunCommand
  /** Precedes the message about a command that has not run. */
  readonly failure: string
  /** Ends the command. */
  readonly signal: AbortSignal
  /** Measures how long is waited for streams. */
  readonly pace: Clock
}
