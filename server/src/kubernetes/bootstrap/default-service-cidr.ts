import type { Client } from '@apimachinery/client'
import { ServiceCIDR } from 'apimachinery/api/networking/v1'
import { PatchType } from 'apimachinery/patch'
import { timeFromDate } from 'apimachinery/scalar'
import { ensure } from './ensure.js'

const name = 'kubernetes'
const manager = 'kubernetes-service-cidr-controller'

/**
 * Creates the ServiceCIDR of the flags, adds a second family that the flags have and it lacks, and says in its condition
 * whether it is that of the flags.
 *
 * Source: pkg/controlplane/controller/defaultservicecidr of Kubernetes.
 */
export async function ensureDefaultServiceCIDR(client: Client, cidrs: readonly string[], now: Date): Promise<void> {
  const resource = client.resource(ServiceCIDR)
  await ensure(resource, new ServiceCIDR({ metadata: { name }, spec: { cidrs: [...cidrs] } }))
  let found = await resource.get(name)
  const present = found.spec?.cidrs ?? []
  if (present.length === 1 && cidrs.length === 2 && present[0] === cidrs[0]) {
    found.spec = { cidrs: [...cidrs] }
    found = await resource.update(found)
  }
  const consistent = (found.spec?.cidrs ?? []).join() === cidrs.join()
  const before = found.status?.conditions?.find(({ type }) => type === 'Ready')
  if (before !== undefined && before.status === 'True') return
  const message = consistent
    ? 'Kubernetes default Service CIDR is ready'
    : `CIDRs of the server (${cidrs.join(',')}) are not those of the default Service CIDR (${present.join(',')})`
  if (!consistent) throw new Error(message)
  // A patch as plain data: a field that is not in it, such as the reason, gets no owner.
  const condition = { type: 'Ready', status: 'True', lastTransitionTime: timeFromDate(now), message }
  const { apiVersion, kind } = found
  const body = { apiVersion, kind, metadata: { name }, status: { conditions: [condition] } }
  await resource.status().patch(name, { type: PatchType.Apply, body }, { fieldManager: manager, force: true })
}
