import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'

/** Certificates and their key in PEM. */
export interface GRPCCertificates {
  readonly ca?: Uint8Array | undefined
  readonly cert?: Uint8Array | undefined
  readonly key?: Uint8Array | undefined
}

/** The address of a socket by its path; `@name` is in the abstract name space of Linux. */
export function socketAddress(path: string): string {
  return path.startsWith('@') ? `unix-abstract:${path.slice(1)}` : `unix:${path}`
}

/** How a server is reached. */
export interface Target {
  /** `host:port`, or what {@link socketAddress} gives. */
  readonly address: string
  /** Certificates in PEM; absent: no TLS. */
  readonly tls?: GRPCCertificates | undefined
}

/** What a request says in `:authority`. */
export function authorityOf(address: string): string {
  return address.startsWith('unix') ? 'localhost' : address
}

type Place = { readonly path: string } | { readonly host: string; readonly port: number }

function placeOf(address: string): Place {
  if (address.startsWith('unix-abstract:')) return { path: `\0${address.slice('unix-abstract:'.length)}` }
  if (address.startsWith('unix:')) return { path: address.slice('unix:'.length).replace(/^\/\/(?=\/)/, '') }
  const { hostname, port } = new URL(`http://${address}`)
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? 80 : Number(port) }
}

/** Begins to connect; `connected` is called when bytes can be sent. Failures are errors of the socket. */
export function dial({ address, tls }: Target, connected: () => void): Socket {
  const place = placeOf(address)
  if (tls === undefined) return connectPlain({ ...place, noDelay: true }, connected)
  const host = 'host' in place ? place.host : 'localhost'
  const socket = connectSecurely(
    {
      ...place,
      servername: isIP(host) === 0 ? host : '',
      ALPNProtocols: ['h2'],
      ...pem(tls),
    },
    connected,
  )
  return socket.setNoDelay(true)
}

function pem(certificates: GRPCCertificates): Record<string, Buffer> {
  const given = Object.entries(certificates).filter(([, bytes]) => bytes !== undefined)
  return Object.fromEntries(given.map(([name, bytes]) => [name, Buffer.from(bytes)]))
}
