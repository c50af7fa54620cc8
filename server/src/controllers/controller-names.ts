import { MachineryError } from 'apimachinery/errors'
import type { Controller, ControllerContext } from './controller.js'
import { deploymentController } from './deployment-controller.js'
import { garbageCollector } from './garbage-collector/garbage-collector.js'
import { jobController } from './job-controller.js'
import { namespaceController } from './namespace-controller.js'
import { type NodeFakerOptions, nodeFaker } from './node-faker.js'
import { replicaSetController } from './replica-set-controller.js'
import { resourceQuotaController } from './resource-quota-controller.js'
import { rootCAPublisher, serviceAccountController } from './service-account-controller.js'
import { ttlAfterFinishedController } from './ttl-after-finished.js'
import { validatingPolicyStatusController } from './validating-policy-status.js'

/** Input of some controllers besides the context. */
export interface ControllerSettings {
  /** PEM for `kube-root-ca.crt`. */
  readonly certificateAuthority: () => Promise<string>
  readonly nodes?: NodeFakerOptions | undefined
}

type NewController = (context: ControllerContext, settings: ControllerSettings) => Controller | Promise<Controller>

const makers = {
  namespace: namespaceController,
  garbagecollector: garbageCollector,
  serviceaccount: serviceAccountController,
  'root-ca-cert-publisher': async (context, { certificateAuthority }) =>
    rootCAPublisher(context, await certificateAuthority()),
  'ttl-after-finished': ttlAfterFinishedController,
  deployment: deploymentController,
  replicaset: replicaSetController,
  job: jobController,
  resourcequota: resourceQuotaController,
  'validatingadmissionpolicy-status': validatingPolicyStatusController,
  node: (context, { nodes }) => nodeFaker(context, nodes),
} as const satisfies Readonly<Record<string, NewController>>

/** A controller's name; those of kube-controller-manager where it has the same, and `node` for faked nodes. */
export type ControllerName = keyof typeof makers

/** All of them. */
export const controllerNames = Object.keys(makers) as readonly ControllerName[]

/** Makes a controller. Throws `MachineryError` for a name that is not known. */
export async function newController(
  name: ControllerName,
  context: ControllerContext,
  settings: ControllerSettings,
): Promise<Controller> {
  const make: NewController | undefined = Object.hasOwn(makers, name) ? makers[name] : undefined
  if (make === undefined)
    throw new MachineryError(
      'InvalidValue',
      `unknown controller ${JSON.stringify(name)}: known are ${controllerNames.join(', ')}`,
    )
  return make(context, settings)
}
