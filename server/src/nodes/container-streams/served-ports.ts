import type { Clock } from 'apimachinery/wait'
import type { Exchange, ReceivedRequest } from '../../request/http.js'
import type { ServePort } from './port-stream.js'

/** Connections to ports that a client asks for. */
export interface ServedPorts {
  readonly exchange: Exchange<ReceivedRequest>
  readonly serve: ServePort
  /** `NAME/NAMESPACE` of the pod, as messages name it. */
  readonly pod: string
  readonly uid: string
  /** Ends the connections. */
  readonly signal: AbortSignal
  /** Measures how long is waited for streams. */
  readonly pace: Clock
}
