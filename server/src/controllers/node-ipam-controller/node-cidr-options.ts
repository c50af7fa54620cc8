import { familyOf, type IPFamily } from '../../kinds/core/service/address-range.js'

/** The addresses that nodes get for their pods. */
export interface NodeCIDROptions {
  /** One range, or one of each family. */
  readonly clusterCIDRs: readonly string[]
  /** Bits of the prefix of a node, for each range. */
  readonly maskSizes: readonly number[]
  /** Addresses of services, which no node gets. */
  readonly serviceCIDRs: readonly string[]
}

/** What is asked for, as flags of kube-controller-manager say it. */
export interface RequestedNodeCIDRs {
  readonly clusterCIDRs: readonly string[]
  readonly serviceCIDRs: readonly string[]
  /** 0 for the default. */
  readonly maskSize: number
  readonly maskSizeIPv4: number
  readonly maskSizeIPv6: number
}

const usual = { IPv4: 24, IPv6: 64 } as const

/** Completes what is asked for. Source: `setNodeCIDRMaskSizes` and `validateCIDRs` of cmd/kube-controller-manager/app. @throws Error for what cannot be. */
export function nodeCIDROptions({ clusterCIDRs, serviceCIDRs, ...sizes }: RequestedNodeCIDRs): NodeCIDROptions {
  const families = clusterCIDRs.map(rangeFamily)
  if (families.length === 0) throw new Error('--allocate-node-cidrs needs --cluster-cidr')
  if (families.length > 2) throw new Error(`length of clusterCIDRs is:${families.length} more than max allowed of 2`)
  if (families.length === 2 && families[0] === families[1])
    throw new Error('len of ClusterCIDRs==2 and they are not configured as dual stack (at least one from each IPFamily')
  const problem = families.length === 2 ? dualProblem(sizes) : singleProblem(sizes, families[0]!)
  if (problem !== undefined) throw new Error(problem)
  const { maskSize, maskSizeIPv4, maskSizeIPv6 } = sizes
  const sizeOf = { IPv4: maskSize || maskSizeIPv4 || usual.IPv4, IPv6: maskSize || maskSizeIPv6 || usual.IPv6 }
  return { clusterCIDRs, serviceCIDRs, maskSizes: families.map((family) => sizeOf[family]) }
}

function rangeFamily(cidr: string): IPFamily {
  const family = familyOf(cidr.split('/')[0] ?? '')
  if (family === undefined) throw new Error(`invalid CIDR address: ${cidr}`)
  return family
}

type Sizes = Pick<RequestedNodeCIDRs, 'maskSize' | 'maskSizeIPv4' | 'maskSizeIPv6'>

function dualProblem({ maskSize }: Sizes): string | undefined {
  return maskSize === 0 ? undefined : 'usage of --node-cidr-mask-size is not allowed with dual-stack clusters'
}

function singleProblem({ maskSize, maskSizeIPv4, maskSizeIPv6 }: Sizes, family: IPFamily): string | undefined {
  if (maskSize !== 0 && (maskSizeIPv4 !== 0 || maskSizeIPv6 !== 0))
    return 'usage of --node-cidr-mask-size-ipv4 and --node-cidr-mask-size-ipv6 is not allowed if --node-cidr-mask-size is set. For dual-stack clusters please unset it and use IPFamily specific flags'
  if (maskSizeIPv4 !== 0 && family === 'IPv6')
    return 'usage of --node-cidr-mask-size-ipv4 is not allowed for a single-stack IPv6 cluster'
  if (maskSizeIPv6 !== 0 && family === 'IPv4')
    return 'usage of --node-cidr-mask-size-ipv6 is not allowed for a single-stack IPv4 cluster'
  return undefined
}
