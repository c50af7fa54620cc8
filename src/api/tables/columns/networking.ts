import { ageColumn, column, nameColumn, type TableColumns } from '../column.js'

/** Columns of the kinds of `networking.k8s.io`. Source: answers of kube-apiserver 1.36. */
export const networkingColumns: TableColumns = {
  IPAddress: [
    nameColumn,
    column(
      'ParentRef',
      'string',
      'ParentRef references the resource that an IPAddress is attached to. An IPAddress must reference a parent object.',
    ),
  ],
  Ingress: [
    nameColumn,
    column('Class', 'string', 'The name of the IngressClass resource that should be used for additional configuration'),
    column('Hosts', 'string', 'Hosts that incoming requests are matched against before the ingress rule'),
    column('Address', 'string', 'Address is a list containing ingress points for the load-balancer'),
    column('Ports', 'string', 'Ports of TLS configurations that open'),
    ageColumn,
  ],
  IngressClass: [
    nameColumn,
    column('Controller', 'string', 'Controller that is responsible for handling this class'),
    column('Parameters', 'string', 'A reference to a resource with additional parameters'),
    ageColumn,
  ],
  NetworkPolicy: [
    nameColumn,
    column(
      'Pod-Selector',
      'string',
      "podSelector selects the pods to which this NetworkPolicy object applies. The array of rules is applied to any pods selected by this field. An empty selector matches all pods in the policy's namespace. Multiple network policies can select the same set of pods. In this case, the ingress rules for each are combined additively. This field is optional. If it is not specified, it defaults to an empty selector.",
    ),
    ageColumn,
  ],
  ServiceCIDR: [
    nameColumn,
    column(
      'CIDRs',
      'string',
      'CIDRs defines the IP blocks in CIDR notation (e.g. "192.168.0.0/24" or "2001:db8::/64") from which to assign service cluster IPs. Max of two CIDRs is allowed, one of each IP family. This field is immutable.',
    ),
    ageColumn,
  ],
}
