import { compareStrings } from '../../../internal/compare-strings.js'
import { none } from '../../tables/cells.js'
import { ageColumn, column, nameColumn, wideColumn } from '../../tables/column.js'
import type { KindTableByRelease } from '../../tables/kind-table.js'
import { structsOf } from '../../validation/go-values.js'
import type { Node } from '../v1/types.gen.js'

const rolePrefix = 'node-role.kubernetes.io/'

/** How a Node is shown: its kernel with the architecture, but not by earlier releases. */
export const nodeTable: KindTableByRelease<Node> = ({ minor }) => ({
  columns: [
    nameColumn,
    column('Status', 'string', 'The status of the node'),
    column('Roles', 'string', 'The roles of the node'),
    ageColumn,
    column('Version', 'string', 'Kubelet Version reported by the node.'),
    wideColumn(
      'Internal-IP',
      'string',
      "List of addresses reachable to the node. Queried from cloud provider, if available. More info: https://kubernetes.io/docs/reference/node/node-status/#addresses Note: This field is declared as mergeable, but the merge key is not sufficiently unique, which can cause data corruption when it is merged. Callers should instead use a full-replacement patch. See https://pr.k8s.io/79391 for an example. Consumers should assume that addresses can change during the lifetime of a Node. However, there are some exceptions where this may not be possible, such as Pods that inherit a Node's address in its own status or consumers of the downward API (status.hostIP).",
    ),
    wideColumn(
      'External-IP',
      'string',
      "List of addresses reachable to the node. Queried from cloud provider, if available. More info: https://kubernetes.io/docs/reference/node/node-status/#addresses Note: This field is declared as mergeable, but the merge key is not sufficiently unique, which can cause data corruption when it is merged. Callers should instead use a full-replacement patch. See https://pr.k8s.io/79391 for an example. Consumers should assume that addresses can change during the lifetime of a Node. However, there are some exceptions where this may not be possible, such as Pods that inherit a Node's address in its own status or consumers of the downward API (status.hostIP).",
    ),
    wideColumn(
      'OS-Image',
      'string',
      'OS Image reported by the node from /etc/os-release (e.g. Debian GNU/Linux 7 (wheezy)).',
    ),
    wideColumn(
      'Kernel-Version',
      'string',
      "Kernel Version reported by the node from 'uname -r' (e.g. 3.16.0-0.bpo.4-amd64).",
    ),
    wideColumn(
      'Container-Runtime',
      'string',
      'ContainerRuntime Version reported by the node through runtime remote API (e.g. containerd://1.4.2).',
    ),
  ],
  cells: (node, { name, age }) => {
    const { kubeletVersion, osImage, kernelVersion, architecture, containerRuntimeVersion } =
      node.status?.nodeInfo ?? {}
    const suffix = architecture && minor >= 36 ? ` (${architecture})` : ''
    const kernel = kernelVersion ? `${kernelVersion}${suffix}` : '<unknown>'
    const addresses = [addressOf(node, 'InternalIP'), addressOf(node, 'ExternalIP')]
    const system = [osImage || '<unknown>', kernel, containerRuntimeVersion || '<unknown>']
    return [name, nodeStatus(node), nodeRoles(node), age, kubeletVersion ?? '', ...addresses, ...system]
  },
})

function nodeStatus({ spec, status }: Node): string {
  const ready = structsOf(status?.conditions).find(({ type }) => type === 'Ready')
  const words = [ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady']
  if (spec?.unschedulable) words.push('SchedulingDisabled')
  return words.join(',')
}

function nodeRoles({ metadata }: Node): string {
  const roles = new Set<string>()
  for (const [key, value] of Object.entries(metadata?.labels ?? {})) {
    if (key.startsWith(rolePrefix) && key.length > rolePrefix.length) roles.add(key.slice(rolePrefix.length))
    else if (key === 'kubernetes.io/role' && value) roles.add(value)
  }
  return [...roles].sort(compareStrings).join(',') || none
}

function addressOf({ status }: Node, wanted: string): string {
  return structsOf(status?.addresses).find(({ type }) => type === wanted)?.address ?? none
}
