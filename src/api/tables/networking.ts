import { loadBalancerCell } from '../core/service/load-balancer-cell.js'
import type { EndpointSlice } from '../discovery/v1/types.gen.js'
import type { Ingress, IngressClass, IPAddress, NetworkPolicy, ServiceCIDR } from '../networking/v1/types.gen.js'
import { structsOf, textsOf } from '../validation/go-values.js'
import { cells, firstFew, type RowPrinters, selectorCell } from './cells.js'

/** Rows of `networking.k8s.io`. Source: pkg/printers/internalversion of Kubernetes. */
export const networkingPrinters: RowPrinters = {
  Ingress: cells<Ingress>(({ spec, status }, { name, age }) => {
    const rules = structsOf(spec?.rules)
    return [
      name,
      spec?.ingressClassName ?? '<none>',
      hostsCell(rules.map(({ host }) => host)),
      loadBalancerCell(status?.loadBalancer?.ingress),
      (spec?.tls ?? []).length > 0 ? '80, 443' : '80',
      age,
    ]
  }),
  IngressClass: cells<IngressClass>(({ spec }, { name, age }) => {
    const { parameters } = spec ?? {}
    const group = parameters?.apiGroup ? `.${parameters.apiGroup}` : ''
    const shown = parameters ? `${parameters.kind ?? ''}${group}/${parameters.name ?? ''}` : '<none>'
    return [name, spec?.controller ?? '', shown, age]
  }),
  IPAddress: cells<IPAddress>(({ spec }, { name, age }) => {
    const { group, namespace } = spec?.parentRef ?? {}
    const resource = spec?.parentRef?.resource ?? ''
    const parent = spec?.parentRef?.name ?? ''
    const kind = (group ? `${resource}.${group}` : resource).toLowerCase()
    const shown = spec?.parentRef ? [kind, ...(namespace ? [namespace] : []), parent].join('/') : '<none>'
    return [name, shown, age]
  }),
  NetworkPolicy: cells<NetworkPolicy>(({ spec }, { name, age }) => [name, selectorCell(spec?.podSelector), age]),
  ServiceCIDR: cells<ServiceCIDR>(({ spec }, { name, age }) => [name, textsOf(spec?.cidrs).join(','), age]),
}

/** Rows of `discovery.k8s.io`. */
export const discoveryPrinters: RowPrinters = {
  EndpointSlice: cells<EndpointSlice>(({ addressType, ports, endpoints }, { name, age }) => {
    const portTexts = structsOf(ports).map((each) => String(each.port ?? each.name ?? '*'))
    const addresses = structsOf(endpoints).flatMap((endpoint) => textsOf(endpoint.addresses))
    return [name, addressType ?? '', firstFew(portTexts, 3, '<unset>'), firstFew(addresses, 3, '<unset>'), age]
  }),
}

/** At most three hosts; how many more there are counts rules, with a host or without. */
function hostsCell(hosts: readonly (string | undefined)[]): string {
  const shown: string[] = []
  let more = false
  for (const host of hosts) {
    if (shown.length === 3) more = true
    else if (host) shown.push(host)
  }
  if (shown.length === 0) return '*'
  return more ? `${shown.join(',')} + ${hosts.length - 3} more...` : shown.join(',')
}
