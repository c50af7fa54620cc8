import type { LoopbackUser } from '../server/loopback.js'

/** As whom a controller acts. */
export interface ControllerIdentity {
  readonly user: LoopbackUser
  /** Its user agent without a version, which becomes the manager of the fields that it writes. */
  readonly program: string
}

const namespace = 'kube-system'
const program = 'kube-controller-manager'

/** A service account of `kube-system`, whose role is `system:controller:NAME`. Source: `--use-service-account-credentials` of Kubernetes. */
export function controllerAccount(account: string): ControllerIdentity {
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`]
  return { user: { name: `system:serviceaccount:${namespace}:${account}`, groups }, program }
}

/** The user of what all controllers share: informers. */
export const controllerManager: ControllerIdentity = {
  user: { name: 'system:kube-controller-manager', groups: [] },
  program,
}
