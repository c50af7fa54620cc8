import type { FlagGroup } from '../flags/flag.js'
import { secureServingFlags } from '../flags/secure-serving-flags.js'
import { withAcceptedFlags } from './flags/accepted-flags.js'
import { aggregatorFlags } from './flags/aggregator-flags.js'
import { auditFlags } from './flags/audit-flags.js'
import { authenticationFlags } from './flags/authentication-flags.js'
import { authorizationFlags } from './flags/authorization-flags.js'
import { controlFlags } from './flags/control-flags.js'
import { controllerFlags } from './flags/controller-flags.js'
import { etcdFlags } from './flags/etcd-flags.js'
import { featureFlags } from './flags/feature-flags.js'
import { genericServerFlags } from './flags/generic-server-flags.js'
import { kubeletFlags } from './flags/kubelet-flags.js'
import { loggingFlags } from './flags/logging-flags.js'
import { metricsFlags } from './flags/metrics-flags.js'
import { processFlags } from './flags/process-flags.js'

const ownFlags: readonly FlagGroup[] = [
  etcdFlags,
  loggingFlags,
  metricsFlags,
  secureServingFlags,
  processFlags,
  authenticationFlags,
  authorizationFlags,
  {
    title: 'Admission flags',
    flags: [
      {
        name: 'enable-admission-plugins',
        kind: 'strings',
        help: 'Admission plugins to enable in addition to the default ones.',
      },
      { name: 'disable-admission-plugins', kind: 'strings', help: 'Default admission plugins to disable.' },
      {
        name: 'admission-control',
        kind: 'strings',
        help: 'All admission plugins to use, instead of the two flags above; deprecated.',
      },
      {
        name: 'admission-control-config-file',
        kind: 'string',
        help: 'File with an AdmissionConfiguration, YAML or JSON.',
      },
      {
        name: 'default-not-ready-toleration-seconds',
        kind: 'integer',
        help: 'How long pods stay on a node that is not ready, unless they specify it.',
        fallback: '300',
      },
      {
        name: 'default-unreachable-toleration-seconds',
        kind: 'integer',
        help: 'How long pods stay on an unreachable node, unless they specify it.',
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
        help: 'CIDRs for cluster IPs; one, or one of each IP family.',
        fallback: '10.0.0.0/24',
      },
      {
        name: 'advertise-address',
        kind: 'string',
        help: 'IP address at which members of the cluster reach the server.',
      },
      {
        name: 'service-node-port-range',
        kind: 'string',
        help: 'Range of node ports for services, such as 30000-32767.',
        fallback: '30000-32767',
      },
      {
        name: 'kubernetes-service-node-port',
        kind: 'integer',
        help: 'Node port of the service kubernetes; 0 for none.',
        fallback: '0',
      },
      {
        name: 'endpoint-reconciler-type',
        kind: 'string',
        help: 'How the endpoints of the service kubernetes are maintained: lease, none.',
        fallback: 'lease',
      },
      { name: 'event-ttl', kind: 'duration', help: 'How long events are kept.', fallback: '1h0m0s' },
      {
        name: 'feature-gates',
        kind: 'map',
        help: 'Features to enable or disable, Gate=true or Gate=false.',
      },
      {
        name: 'runtime-config',
        kind: 'map',
        help: 'API versions and resources to enable or disable, such as api/beta=true or apps/v1=false.',
      },
    ],
  },
  auditFlags,
  genericServerFlags,
  kubeletFlags,
  aggregatorFlags,
  controllerFlags,
  featureFlags,
  controlFlags,
  {
    title: 'Misc flags',
    flags: [
      { name: 'allow-privileged', kind: 'boolean', help: 'Accept pods with privileged containers.', fallback: 'false' },
      {
        name: 'config',
        kind: 'string',
        help: 'YAML or JSON file of flags, names without dashes. Flags on the command line take precedence.',
      },
      { name: 'help', kind: 'boolean', help: 'Print this help.' },
      { name: 'version', kind: 'version', help: 'Print the version and exit; raw prints all that is known about it.' },
    ],
  },
]

/** The flags of the command, in the groups of `--help`. Names and meanings are kube-apiserver's. */
export const flagGroups: readonly FlagGroup[] = withAcceptedFlags(ownFlags)
