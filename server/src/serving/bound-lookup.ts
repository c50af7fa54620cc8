import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'

/** Options of a request that is dialled at the addresses that it was checked for. */
export interface BoundRequestOptions {
  readonly lookup?: LookupFunction | undefined
  readonly agent?: false | undefined
}

/**
 * Binds a request to addresses: its name is not resolved again, and no connection of another request, to addresses that nobody checked,
 * is used. Binds nothing where there are none.
 */
export function boundTo(addresses: readonly string[] | undefined): BoundRequestOptions {
  if (addresses === undefined) return {}
  const found: LookupAddress[] = addresses.map((address) => ({ address, family: isIP(address) }))
  const first = found[0]
  return {
    agent: false,
    lookup: (hostname, { all }, callback) => {
      if (first === undefined) callback(new Error(`no addresses for ${hostname}`), '')
      else if (all === true) callback(null, found)
      else callback(null, first.address, first.family)
    },
  }
}
