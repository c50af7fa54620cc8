import { ageColumn, column, nameColumn, type TableColumns } from '../column.js'

/** Columns of the kinds of `resource.k8s.io`. Source: answers of kube-apiserver 1.36. */
export const resourceColumns: TableColumns = {
  DeviceClass: [nameColumn, ageColumn],
  DeviceTaintRule: [
    nameColumn,
    column('Key', 'string', 'The taint key to be applied to a device. Must be a label name.'),
    column('Value', 'string', 'The taint value corresponding to the taint key. Must be a label value.'),
    column(
      'Effect',
      'string',
      'The effect of the taint on claims that do not tolerate the taint and through such claims on the pods using them.\n\nValid effects are None, NoSchedule and NoExecute. PreferNoSchedule as used for nodes is not valid here. More effects may get added in the future. Consumers must treat unknown effects like None.',
    ),
    column(
      'TimeAdded',
      'string',
      'TimeAdded represents the time at which the taint was added or (only in a DeviceTaintRule) the effect was modified. Added automatically during create or update if not set.\n\nIn addition, in a DeviceTaintRule a value provided during an update gets replaced with the current time if the provided value is the same as the old one and the new effect is different. Changing the key and/or value while keeping the effect unchanged is possible and does not update the time stamp because the eviction which uses it is either already started (NoExecute) or not started yet (NoEffect, NoSchedule).',
    ),
    ageColumn,
  ],
  ResourceClaim: [
    nameColumn,
    column('State', 'string', 'A summary of the current state (allocated, pending, reserved, etc.).'),
    ageColumn,
  ],
  ResourceClaimTemplate: [nameColumn, ageColumn],
  ResourcePoolStatusRequest: [
    nameColumn,
    column('Driver', 'string', 'The driver to query pools for.'),
    column('Total', 'string', 'Total number of devices across all pools.'),
    column('Available', 'string', 'Number of available devices across all pools.'),
    column('Allocated', 'string', 'Number of allocated devices across all pools.'),
    column('Unavailable', 'string', 'Number of unavailable devices across all pools.'),
    column('Errors', 'string', 'Number of pools with validation errors.'),
    column('Pools', 'integer', 'Total number of matching pools.'),
    column('Status', 'string', 'Processing status.'),
    column('Completed', 'string', 'Time since the observation completed.'),
  ],
  ResourceSlice: [
    nameColumn,
    column(
      'Node',
      'string',
      'NodeName identifies the node which provides the resources in this pool. A field selector can be used to list only ResourceSlice objects belonging to a certain node.\n\nThis field can be used to limit access from nodes to ResourceSlices with the same node name. It also indicates to autoscalers that adding new nodes of the same type as some old node might also make new resources available.\n\nExactly one of NodeName, NodeSelector, AllNodes, and PerDeviceNodeSelection must be set. This field is immutable.',
    ),
    column(
      'Driver',
      'string',
      'Driver identifies the DRA driver providing the capacity information. A field selector can be used to list only ResourceSlice objects with a certain driver name.\n\nMust be a DNS subdomain and should end with a DNS domain owned by the vendor of the driver. It should use only lower case characters. This field is immutable.',
    ),
    column(
      'Pool',
      'string',
      'Name is used to identify the pool. For node-local devices, this is often the node name, but this is not required.\n\nIt must not be longer than 253 characters and must consist of one or more DNS sub-domains separated by slashes. This field is immutable.',
    ),
    ageColumn,
  ],
}
