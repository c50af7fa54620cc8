import { compareStrings } from '../../../internal/compare-strings.js'
import { structsOf } from '../../validation/go-values.js'

/** Addresses of a load balancer, each once, in order. */
export function loadBalancerCell(
  ingress: readonly { readonly ip?: string | undefined; readonly hostname?: string | undefined }[] | undefined,
): string {
  const addresses = new Set<string>()
  for (const { ip, hostname } of structsOf(ingress)) {
    const address = ip || hostname
    if (address) addresses.add(address)
  }
  return [...addresses].sort(compareStrings).join(',')
}
