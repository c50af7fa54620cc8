import { defaultOldWorkload } from '../../apps/old-workloads.js'
import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

const largestInt32 = 2 ** 31 - 1

/** Registers the defaults of Deployment. */
export function addDeploymentDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, v1beta1.Deployment, defaultDeployment)
}

function defaultDeployment(deployment: v1beta1.Deployment): void {
  defaultOldWorkload(deployment)
  const spec = deployment.spec!
  spec.replicas ??= 1
  spec.strategy ??= {}
  const { strategy } = spec
  strategy.type ||= 'RollingUpdate'
  if (strategy.type === 'RollingUpdate') strategy.rollingUpdate ??= {}
  if (strategy.rollingUpdate) {
    strategy.rollingUpdate.maxUnavailable ??= 1
    strategy.rollingUpdate.maxSurge ??= 1
  }
  spec.progressDeadlineSeconds ??= largestInt32
  spec.revisionHistoryLimit ??= largestInt32
}
