import { lookup } from 'node:dns/promises'
import { newBadRequest } from 'apimachinery/errors'
import { parseIPSloppy } from 'apimachinery/validation'
import { formatAddress } from '../service/address-range.js'
import { hostURL } from './host-url.js'

/** Finds the addresses of a name. Rejects for a name that has none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

/** Which addresses a proxy leads to. */
export interface ProxyRule {
  /** Loopback addresses are allowed: for tests whose pods and nodes are programs on the same machine. */
  readonly loopback: boolean
}

const notAllowed = 'address not allowed'

/**
 * An address in the form in which it is dialled: its number is what the rule has seen, however it was written.
 *
 * Source: `IsGlobalUnicast` of Go's `net`, as pkg/registry/core/{pod,node} of Kubernetes use it.
 * @throws StatusError 400 for what is no address of one machine elsewhere
 */
export function proxyableAddress(text: string, { loopback }: ProxyRule): string {
  const bytes = parseIPSloppy(text)?.bytes
  if (bytes === undefined) throw newBadRequest(notAllowed)
  const v4 = mappedPrefix.every((byte, i) => bytes[i] === byte)
  const own = v4 ? bytes.subarray(12) : bytes
  const allowed = isLoopback(own) ? loopback : isGlobalUnicast(own)
  if (!allowed) throw newBadRequest(notAllowed)
  const number = own.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  return formatAddress(number, v4 ? 'IPv4' : 'IPv6')
}

/**
 * The addresses that a name may be dialled at: all that it has now. A name that changes its addresses later gains nothing.
 *
 * @throws StatusError 400 for a name that has no address, or one that is refused
 */
export async function proxyableHost(
  host: string,
  resolve: ResolveHost = resolveByName,
  rule: ProxyRule = { loopback: false },
): Promise<readonly string[]> {
  if (parseIPSloppy(host)?.leadingZeros === false) return [proxyableAddress(host, rule)]
  const found = await namedHost(host, resolve)
  if (found.length === 0) throw newBadRequest('no addresses for hostname')
  return found.map((address) => proxyableAddress(address, rule))
}

async function namedHost(host: string, resolve: ResolveHost): Promise<readonly string[]> {
  try {
    // Resolvers of the system and URLs read more forms of numbers than are names, such as 0x7f.1.
    hostURL({ scheme: 'http', host, port: '80' })
    return await resolve(host)
  } catch {
    throw newBadRequest(`lookup ${host}: no such host`)
  }
}

async function resolveByName(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

const mappedPrefix: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255]

/** `own` has 4 or 16 bytes. */
function isLoopback(own: Uint8Array): boolean {
  if (own.length === 4) return own[0] === 127
  return own.every((byte, i) => byte === (i === 15 ? 1 : 0))
}

function isGlobalUnicast(own: Uint8Array): boolean {
  const [first = 0, second = 0] = own
  if (own.every((byte) => byte === 0)) return false
  if (own.length === 16) return first !== 0xff && !(first === 0xfe && (second & 0xc0) === 0x80)
  return first >> 4 !== 14 && !(first === 169 && second === 254) && !own.every((byte) => byte === 255)
}
