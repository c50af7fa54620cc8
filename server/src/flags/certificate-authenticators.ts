import type { X509Certificate } from 'node:crypto'
import { MachineryError } from 'apimachinery/errors'
import { systemClock } from 'apimachinery/wait'
import type { Authenticator } from '../authentication/authenticator.js'
import { clientCertificateAuthenticator, parseCertificates } from '../authentication/client-certificate.js'
import { requestHeaderAuthenticator } from '../authentication/request-header.js'
import type { FlagValues } from './flag-values.js'
import type { Reloads } from './reloads.js'

/** Settings besides the file. */
export interface ClientCertificateOptions {
  /** Authorities of the server itself. */
  readonly own?: readonly X509Certificate[] | undefined
  /** Called with the remaining lifetime of a request's certificate, in seconds. */
  readonly onExpiration?: ((seconds: number) => void) | undefined
}

/** Clients by `--client-ca-file`, which is followed, and by `own` authorities; none where there are none. */
export function clientCertificates(
  flags: FlagValues,
  reloads: Reloads,
  { own = [], onExpiration }: ClientCertificateOptions = {},
): Authenticator[] {
  const file = flags.text('client-ca-file')
  const parse = (text: string): readonly X509Certificate[] => [...own, ...authoritiesIn(text)]
  const authorities = file === undefined ? { value: own } : reloads.follow(file, parse)
  if (authorities.value.length === 0) return []
  return [
    clientCertificateAuthenticator({
      certificates: () => authorities.value,
      clock: systemClock,
      onExpiration,
    }),
  ]
}

/** Front proxies by `--requestheader-client-ca-file`, which is followed; none where it is not set. */
export function frontProxies(flags: FlagValues, reloads: Reloads): Authenticator[] {
  const file = flags.text('requestheader-client-ca-file')
  if (file === undefined) return []
  const authorities = reloads.follow(file, authoritiesIn)
  const headers = (name: string, ...fallback: readonly string[]): string[] => {
    const given = flags.list(`requestheader-${name}`)
    return (given.length > 0 ? given : fallback).map((each) => each.trim().toLowerCase())
  }
  return [
    requestHeaderAuthenticator({
      usernameHeaders: headers('username-headers', 'x-remote-user'),
      uidHeaders: headers('uid-headers'),
      groupHeaders: headers('group-headers', 'x-remote-group'),
      extraHeaderPrefixes: headers('extra-headers-prefix', 'x-remote-extra-'),
      allowedNames: flags.list('requestheader-allowed-names'),
      authorities: { certificates: () => authorities.value, clock: systemClock },
    }),
  ]
}

/** Throws for a text without certificates: a file that is being written must not disable authentication. */
function authoritiesIn(text: string): X509Certificate[] {
  const found = parseCertificates(text)
  if (found.length === 0)
    throw new MachineryError('InvalidValue', 'data does not contain any valid RSA or ECDSA certificates')
  return found
}
