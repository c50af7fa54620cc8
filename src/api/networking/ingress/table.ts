import { loadBalancerCell } from '../../core/service/load-balancer-cell.js'
import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import { structsOf } from '../../validation/go-values.js'
import type { Ingress } from '../v1/types.gen.js'

/** How a Ingress is shown. */
export const ingressTable: KindTable<Ingress> = {
  columns: [
    nameColumn,
    column('Class', 'string', 'The name of the IngressClass resource that should be used for additional configuration'),
    column('Hosts', 'string', 'Hosts that incoming requests are matched against before the ingress rule'),
    column('Address', 'string', 'Address is a list containing ingress points for the load-balancer'),
    column('Ports', 'string', 'Ports of TLS configurations that open'),
    ageColumn,
  ],
  cells: ({ spec, status }, { name, age }) => {
    const rules = structsOf(spec?.rules)
    return [
      name,
      spec?.ingressClassName ?? '<none>',
      hostsCell(rules.map(({ host }) => host)),
      loadBalancerCell(status?.loadBalancer?.ingress),
      (spec?.tls ?? []).length > 0 ? '80, 443' : '80',
      age,
    ]
  },
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
