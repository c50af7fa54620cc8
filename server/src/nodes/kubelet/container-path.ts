import type { KubeletExchange, KubeletParts } from './kubelet-endpoint.js'
import { KubeletError } from './kubelet-error.js'
import type { SimulatedContainer } from './simulated-containers.js'

/** The container of a path `NAMESPACE/POD/CONTAINER`, or with the uid of the pod before the container. @throws KubeletError 404 */
export function containerOfPath({ node, segments }: KubeletExchange, { containers }: KubeletParts): SimulatedContainer {
  const [namespace = '', pod = '', ...more] = segments
  const container = more.at(-1) ?? ''
  if (container === '' || more.length > 2) throw new KubeletError(404, '404: Page Not Found')
  return containers.container({ node, namespace, pod, container })
}
