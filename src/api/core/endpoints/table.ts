import { firstFew, none } from '../../tables/cells.js'
import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import { structsOf } from '../../validation/go-values.js'
import type { Endpoints } from '../v1/types.gen.js'

/** How a Endpoints is shown. */
export const endpointsTable: KindTable<Endpoints> = {
  columns: [
    nameColumn,
    column(
      'Endpoints',
      'string',
      'The set of all endpoints is the union of all subsets. Addresses are placed into subsets according to the IPs they share. A single address with multiple ports, some of which are ready and some of which are not (because they come from different containers) will result in the address being displayed in different subsets for the different ports. No address will appear in both Addresses and NotReadyAddresses in the same subset. Sets of addresses and ports that comprise a service.',
    ),
    ageColumn,
  ],
  cells: (endpoints, { name, age }) => [name, endpointsCell(endpoints), age],
}

function endpointsCell(endpoints: Endpoints): string {
  const subsets = structsOf(endpoints.subsets)
  if (subsets.length === 0) return none
  const all = subsets.flatMap((subset) => {
    const addresses = structsOf(subset.addresses).map(({ ip }) => ip ?? '')
    const ports = structsOf(subset.ports).map(({ port }) => port ?? 0)
    if (ports.length === 0) return addresses
    return ports.flatMap((port) => addresses.map((ip) => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)))
  })
  return firstFew(all, 3)
}
