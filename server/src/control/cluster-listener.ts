import { systemClock } from 'apimachinery/wait'
import type { Handler, ReceivedRequest } from '../request/http.js'
import { Listener } from '../serving/listener.js'
import type { TestCertificates } from '../testing/socket-port.js'

/** How clusters are served at a port. */
export interface ClusterListenerOptions {
  readonly port: number
  readonly certificates: TestCertificates
  readonly handler: Handler<ReceivedRequest>
  readonly onError: (error: unknown) => void
}

/** A TLS listener of the loopback address with the certificate of the process. */
export function clusterListener({ certificates: { serving }, ...options }: ClusterListenerOptions): Listener {
  const tls = { cert: serving.certificate, key: serving.key }
  return new Listener({ host: '127.0.0.1', tls, clock: systemClock, ...options })
}
