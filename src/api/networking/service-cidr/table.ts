import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import { textsOf } from '../../validation/go-values.js'
import type { ServiceCIDR } from '../v1/types.gen.js'

/** How a ServiceCIDR is shown. */
export const serviceCIDRTable: KindTable<ServiceCIDR> = {
  columns: [
    nameColumn,
    column(
      'CIDRs',
      'string',
      'cidrs defines the IP blocks in CIDR notation (e.g. "192.168.0.0/24" or "2001:db8::/64") from which to assign service cluster IPs. Max of two CIDRs is allowed, one of each IP family. This field is immutable.',
    ),
    ageColumn,
  ],
  cells: ({ spec }, { name, age }) => [name, textsOf(spec?.cidrs).join(','), age],
}
