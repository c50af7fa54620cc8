import { messageOf } from 'apimachinery/errors'
import type { FlagValues } from '../../flags/flag-values.js'
import { type PortRange, parsePortRange } from '../../kinds/core/service/port-range.js'
import { portProblems } from './port-problems.js'

/** Source: pkg/controlplane/apiserver/options and cmd/kube-apiserver/app/options of Kubernetes. */
export function clusterProblems(flags: FlagValues): string[] {
  return [...flowControlProblems(flags), ...nodePortProblems(flags)]
}

/** Priority and fairness reads its own API. */
function flowControlProblems(flags: FlagValues): string[] {
  if (flags.boolean('enable-priority-and-fairness') === false) return []
  const config = flags.map('runtime-config')
  for (const key of ['flowcontrol.apiserver.k8s.io/v1', 'api/ga', 'api/all']) {
    if (config[key] === 'false') {
      return [`--runtime-config=${key}=false conflicts with --enable-priority-and-fairness=true`]
    }
    if (config[key] === 'true') return []
  }
  return []
}

function nodePortProblems(flags: FlagValues): string[] {
  const port = flags.number('kubernetes-service-node-port') ?? 0
  const problems = portProblems(
    'kubernetes-service-node-port',
    port,
    'If 0, the Kubernetes master service will be of type ClusterIP',
  )
  if (problems.length > 0) return problems
  const range = flags.text('service-node-port-range') ?? '30000-32767'
  if (port === 0) return []
  let ports: PortRange
  try {
    ports = parsePortRange(range)
  } catch (error) {
    return [messageOf(error)]
  }
  const { first, size } = ports
  return port >= first && port < first + size ? [] : [`kubernetes service port range ${range} doesn't contain ${port}`]
}
