import type { Client } from '@apimachinery/client'
import { Service, type ServicePort } from 'apimachinery/api/core/v1'
import { isAlreadyExists, isNotFound } from 'apimachinery/errors'

/** How the service `kubernetes` is to be. */
export interface KubernetesService {
  readonly clusterIP: string
  /** The port that the server listens on. */
  readonly targetPort: number
  /** A port of the nodes that leads to it. */
  readonly nodePort?: number | undefined
}

/**
 * Creates the service by which pods reach the server, and brings its ports in line.
 *
 * Source: pkg/controlplane/controller/kubernetesservice of Kubernetes.
 */
export async function ensureKubernetesService(client: Client, wanted: KubernetesService): Promise<void> {
  const services = client.resource(Service).namespace('default')
  const { ports, type } = portsOf(wanted)
  try {
    const found = await services.get('kubernetes')
    if (found.spec?.type === type && sameAll(found.spec.ports ?? [], ports)) return
    found.spec = { ...found.spec, ports, type }
    await services.update(found)
    return
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
  const service = new Service({
    metadata: { name: 'kubernetes', namespace: 'default', labels: { provider: 'kubernetes', component: 'apiserver' } },
    spec: {
      ports,
      // The selector is absent: the endpoints are the reconciler's.
      clusterIP: wanted.clusterIP,
      ipFamilyPolicy: 'SingleStack',
      sessionAffinity: 'None',
      type,
    },
  })
  try {
    await services.create(service)
  } catch (error) {
    if (!isAlreadyExists(error)) throw error
  }
}

function portsOf({ targetPort, nodePort }: KubernetesService): { ports: ServicePort[]; type: string } {
  const port: ServicePort = { protocol: 'TCP', port: 443, name: 'https', targetPort }
  if (nodePort === undefined) return { ports: [port], type: 'ClusterIP' }
  return { ports: [{ ...port, nodePort }], type: 'NodePort' }
}

function sameAll(found: readonly ServicePort[], wanted: readonly ServicePort[]): boolean {
  if (found.length !== wanted.length) return false
  return wanted.every((port, i) => {
    const other = found[i]
    const same = (['name', 'protocol', 'port', 'targetPort'] as const).every((key) => other?.[key] === port[key])
    return same && (port.nodePort ?? 0) === (other?.nodePort ?? 0)
  })
}
