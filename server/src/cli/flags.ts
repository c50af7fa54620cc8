import type { FlagGroup } from './flag.js'
import { withAcceptedFlags } from './flags/accepted-flags.js'
import { aggregatorFlags } from './flags/aggregator-flags.js'
import { auditFlags } from './flags/audit-flags.js'
import { authenticationFlags } from './flags/authentication-flags.js'
import { authorizationFlags } from './flags/authorization-flags.js'
import { etcdFlags } from './flags/etcd-flags.js'
import { featureFlags } from './flags/feature-flags.js'
import { genericServerFlags } from './flags/generic-server-flags.js'
import { kubeletFlags } from './flags/kubelet-flags.js'
import { loggingFlags } from './flags/logging-flags.js'
import { metricsFlags } from './flags/metrics-flags.js'
import { secureServingFlags } from './flags/secure-serving-flags.js'

const ownFlags: readonly FlagGroup[] = [
  etcdFlags,
  loggingFlags,
  metricsFlags,
  secureServingFlags,
  authenticationFlags,
  authorizationFlags,
  {
    title: 'Admission flags',
    flags: [
      { name: 'enable-admission-plugins', kind: 'strings', help: 'Admission plugins to use beside the default ones.' },
      { name: 'disable-admission-plugins', kind: 'strings', help: 'Default admission plugins not to use.' },
      {
        name: 'admission-control',
        kind: 'strings',
        help: 'Admission plugins to use and no others, in place of the two flags before; deprecated.',
      },
      {
        name: 'admission-control-config-file',
        kind: 'string',
        help: 'File with the configurations of admission plugins, YAML or JSON.',
      },
      {
        name: 'default-not-ready-toleration-seconds',
        kind: 'integer',
        help: 'How long pods stay on a node that is not ready, where they do not say.',
        fallback: '300',
      },
      {
        name: 'default-unreachable-toleration-seconds',
        kind: 'integer',
        help: 'How long pods stay on a node that is unreachable, where they do not say.',
        fallback: '300',
      },
    ],
  },
  {
    title: 'Kubernetes flags',
    flags: [
      {
        name: 'service-cluster-ip-range',
        kind: 'strings',
        help: 'CIDRs that cluster IPs are taken from.',
        fallback: '10.0.0.0/24',
      },
      {
        name: 'advertise-address',
        kind: 'string',
        help: 'The IP address under which members of the cluster reach the server.',
      },
      {
        name: 'service-node-port-range',
        kind: 'string',
        help: 'Ports of the nodes that services can have, such as 30000-32767.',
        fallback: '30000-32767',
      },
      {
        name: 'kubernetes-service-node-port',
        kind: 'integer',
        help: 'Port of the nodes for the service kubernetes; 0 for none.',
        fallback: '0',
      },
      {
        name: 'endpoint-reconciler-type',
        kind: 'string',
        help: 'Who keeps the endpoints of the service kubernetes: lease, none.',
        fallback: 'lease',
      },
      { name: 'event-ttl', kind: 'duration', help: 'How long events are kept.', fallback: '1h0m0s' },
      {
        name: 'feature-gates',
        kind: 'map',
        help: 'Features to turn on or off, Gate=true or Gate=false. CBORServingAndStorage serves CBOR.',
      },
      {
        name: 'runtime-config',
        kind: 'map',
        help: 'Turns group versions on and off, such as api/beta=true or apps/v1=false.',
      },
    ],
  },
  auditFlags,
  genericServerFlags,
  kubeletFlags,
  aggregatorFlags,
  featureFlags,
  {
    title: 'Misc flags',
    flags: [
      { name: 'allow-privileged', kind: 'boolean', help: 'Take pods with privileged containers.', fallback: 'false' },
      {
        name: 'config',
        kind: 'string',
        help: 'File of flags, as YAML or JSON: names without dashes, and values. The command line goes before it.',
      },
      { name: 'help', kind: 'boolean', help: 'Show this help.' },
      { name: 'version', kind: 'boolean', help: 'Show the version.' },
    ],
  },
]

/** The flags of the command, in the groups of `--help`. Names and meanings are kube-apiserver's. */
export const flagGroups: readonly FlagGroup[] = withAcceptedFlags(ownFlags)
