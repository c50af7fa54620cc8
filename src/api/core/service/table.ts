import { labelsCell, none } from '../../tables/cells.js'
import { ageColumn, column, nameColumn, wideColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import { structsOf, textsOf } from '../../validation/go-values.js'
import type { Service } from '../v1/types.gen.js'
import { loadBalancerCell } from './load-balancer-cell.js'

/** How a Service is shown. */
export const serviceTable: KindTable<Service> = {
  columns: [
    nameColumn,
    column(
      'Type',
      'string',
      'type determines how the Service is exposed. Defaults to ClusterIP. Valid options are ExternalName, ClusterIP, NodePort, and LoadBalancer. "ClusterIP" allocates a cluster-internal IP address for load-balancing to endpoints. Endpoints are determined by the selector or if that is not specified, by manual construction of an Endpoints object or EndpointSlice objects. If clusterIP is "None", no virtual IP is allocated and the endpoints are published as a set of endpoints rather than a virtual IP. "NodePort" builds on ClusterIP and allocates a port on every node which routes to the same endpoints as the clusterIP. "LoadBalancer" builds on NodePort and creates an external load-balancer (if supported in the current cloud) which routes to the same endpoints as the clusterIP. "ExternalName" aliases this service to the specified externalName. Several other fields do not apply to ExternalName services. More info: https://kubernetes.io/docs/concepts/services-networking/service/#publishing-services-service-types',
    ),
    column(
      'Cluster-IP',
      'string',
      'clusterIP is the IP address of the service and is usually assigned randomly. If an address is specified manually, is in-range (as per system configuration), and is not in use, it will be allocated to the service; otherwise creation of the service will fail. This field may not be changed through updates unless the type field is also being changed to ExternalName (which requires this field to be blank) or the type field is being changed from ExternalName (in which case this field may optionally be specified, as describe above).  Valid values are "None", empty string (""), or a valid IP address. Setting this to "None" makes a "headless service" (no virtual IP), which is useful when direct endpoint connections are preferred and proxying is not required.  Only applies to types ClusterIP, NodePort, and LoadBalancer. If this field is specified when creating a Service of type ExternalName, creation will fail. This field will be wiped when updating a Service to type ExternalName. More info: https://kubernetes.io/docs/concepts/services-networking/service/#virtual-ips-and-service-proxies',
    ),
    column(
      'External-IP',
      'string',
      'externalIPs is a list of IP addresses for which nodes in the cluster will also accept traffic for this service.  These IPs are not managed by Kubernetes.  The user is responsible for ensuring that traffic arrives at a node with this IP.  A common example is external load-balancers that are not part of the Kubernetes system.',
    ),
    column(
      'Port(s)',
      'string',
      'The list of ports that are exposed by this service. More info: https://kubernetes.io/docs/concepts/services-networking/service/#virtual-ips-and-service-proxies',
    ),
    ageColumn,
    wideColumn(
      'Selector',
      'string',
      'Route service traffic to pods with label keys and values matching this selector. If empty or not present, the service is assumed to have an external process managing its endpoints, which Kubernetes will not modify. Only applies to types ClusterIP, NodePort, and LoadBalancer. Ignored if type is ExternalName. More info: https://kubernetes.io/docs/concepts/services-networking/service/',
    ),
  ],
  cells: (service, { name, age }) => {
    const { type, clusterIPs, selector } = service.spec ?? {}
    return [
      name,
      type ?? '',
      clusterIPs?.[0] || none,
      externalIPs(service),
      servicePorts(service),
      age,
      labelsCell(selector),
    ]
  },
}

function externalIPs({ spec, status }: Service): string {
  const given = textsOf(spec?.externalIPs)
  switch (spec?.type) {
    case 'ClusterIP':
    case 'NodePort':
      return given.join(',') || none
    case 'LoadBalancer': {
      const balancer = loadBalancerCell(status?.loadBalancer?.ingress)
      return [...(balancer === '' ? [] : [balancer]), ...given].join(',') || '<pending>'
    }
    case 'ExternalName':
      return spec.externalName ?? ''
    default:
      return '<unknown>'
  }
}

function servicePorts({ spec }: Service): string {
  const texts = structsOf(spec?.ports).map(({ port, nodePort, protocol }) => {
    return nodePort ? `${port ?? 0}:${nodePort}/${protocol ?? ''}` : `${port ?? 0}/${protocol ?? ''}`
  })
  return texts.join(',') || none
}
