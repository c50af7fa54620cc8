import { compareStrings } from '../../internal/compare-strings.js'

/** Addresses of a load balancer, each once, in order. */
export function loadBalancerCell(
  ingress: readonly { readonly ip?: string | undefined; readonly hostname?: string | undefined }[] | undefined,
): string {
  const addresses = new Set<string>()
  for (const { ip, hostname } of ingress ?? []) {
    const address = ip || hostname
    if (address) addresses.add(address)
  }
  return [...addresses].sort(compareStrings).join(',')
}
