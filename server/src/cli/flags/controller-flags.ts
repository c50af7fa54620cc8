import type { Flag, FlagGroup } from '../../flags/flag.js'
import { workerFlags } from './worker-flags.js'

const autoscalerFlags: readonly Flag[] = [
  {
    name: 'horizontal-pod-autoscaler-sync-period',
    kind: 'duration',
    fallback: '15s',
    help: 'Pause between two looks at a HorizontalPodAutoscaler.',
  },
  {
    name: 'horizontal-pod-autoscaler-downscale-stabilization',
    kind: 'duration',
    fallback: '5m0s',
    help: 'For how long the highest recommendation holds, where a HorizontalPodAutoscaler has no rule of its own.',
  },
  {
    name: 'horizontal-pod-autoscaler-cpu-initialization-period',
    kind: 'duration',
    fallback: '5m0s',
    help: 'For how long after its start the CPU use of a pod counts only while it is ready.',
  },
  {
    name: 'horizontal-pod-autoscaler-initial-readiness-delay',
    kind: 'duration',
    fallback: '30s',
    help: 'For how long after its start a pod that ceases to be ready was never ready.',
  },
  {
    name: 'horizontal-pod-autoscaler-tolerance',
    kind: 'number',
    fallback: '0.1',
    help: 'How far the use may be from its target, as a share of it, before anything is scaled.',
  },
]

const nodeFlags: readonly Flag[] = [
  {
    name: 'node-monitor-period',
    kind: 'duration',
    fallback: '5s',
    help: 'Pause between two looks at all nodes.',
  },
  {
    name: 'node-monitor-grace-period',
    kind: 'duration',
    fallback: '50s',
    help: 'For how long a node may be silent before its conditions are Unknown.',
  },
  {
    name: 'node-startup-grace-period',
    kind: 'duration',
    fallback: '1m0s',
    help: 'The same for a node that has never reported.',
  },
  {
    name: 'node-eviction-rate',
    kind: 'number',
    fallback: '0.1',
    help: 'Nodes a second that are tainted in a healthy zone, so that their pods are evicted.',
  },
  {
    name: 'secondary-node-eviction-rate',
    kind: 'number',
    fallback: '0.01',
    help: 'The same in a large zone that is disrupted; in a small one it is 0.',
  },
  {
    name: 'large-cluster-size-threshold',
    kind: 'integer',
    fallback: '50',
    help: 'Number of nodes above which a zone is large.',
  },
  {
    name: 'unhealthy-zone-threshold',
    kind: 'number',
    fallback: '0.55',
    help: 'Share of nodes that are not ready, at least three, from which a zone is disrupted.',
  },
]

const nodeCIDRFlags: readonly Flag[] = [
  {
    name: 'allocate-node-cidrs',
    kind: 'boolean',
    fallback: 'false',
    help: 'Let node-ipam-controller give each node a part of --cluster-cidr for its pods.',
  },
  {
    name: 'cluster-cidr',
    kind: 'strings',
    help: 'Addresses of pods: one CIDR, or one of each IP family. Those of --service-cluster-ip-range are left out.',
  },
  {
    name: 'node-cidr-mask-size',
    kind: 'integer',
    help: 'Bits of the prefix that a node gets; 24 for IPv4 and 64 for IPv6 by default.',
  },
  {
    name: 'node-cidr-mask-size-ipv4',
    kind: 'integer',
    help: 'The same for the IPv4 addresses of a dual-stack cluster.',
  },
  {
    name: 'node-cidr-mask-size-ipv6',
    kind: 'integer',
    help: 'The same for the IPv6 addresses of a dual-stack cluster.',
  },
]

/** Flags of what runs beside the server: controllers, as kube-controller-manager names them. */
export const controllerFlags: FlagGroup = {
  title: 'Controller flags',
  flags: [
    {
      name: 'controllers',
      kind: 'strings',
      help: "Controllers to run in this process, none by default: '*' for those that kube-controller-manager runs by default, 'all', 'foo' for the one named foo, '-foo' to leave it out.",
    },
    {
      name: 'nodes',
      kind: 'string',
      help: 'Nodes to simulate in this process, with the pods on them: how many are created, or the file of a configuration of kwok, whose stages nodes with the annotation kwok.x-k8s.io/node=fake and their pods go through.',
    },
    {
      name: 'nodes-allow-local',
      kind: 'boolean',
      fallback: 'false',
      help: 'Let the file of --nodes use this machine: who may exec into a pod runs commands here with the rights of the server where the file has Exec or ClusterExec of kwok, and ports of pods lead to the addresses and commands that it names.',
    },
    ...autoscalerFlags,
    ...nodeFlags,
    ...nodeCIDRFlags,
    {
      name: 'terminated-pod-gc-threshold',
      kind: 'integer',
      fallback: '12500',
      help: 'Number of finished pods above which the oldest are deleted; 0 keeps all.',
    },
    {
      name: 'resource-quota-sync-period',
      kind: 'duration',
      fallback: '5m0s',
      help: 'After how long the use of quotas is counted again without a cause.',
    },
    {
      name: 'legacy-service-account-token-clean-up-period',
      kind: 'duration',
      fallback: '8760h0m0s',
      help: 'For how long a token that was made automatically may go without use.',
    },
    {
      name: 'cluster-signing-duration',
      kind: 'duration',
      fallback: '8760h0m0s',
      help: 'How long the certificates of CertificateSigningRequests are valid at most.',
    },
    ...workerFlags.map(
      ({ flag: name, what }): Flag => ({ name, kind: 'integer', help: `How many ${what} are worked on at once.` }),
    ),
  ],
}
