import { type DefaultsRegistrar, withFields, withList } from '../../defaults/defaults-registrar.js'
import { defaultTemplate, historyLimit } from '../default-template.js'
import { defaultOldWorkload } from '../old-workloads.js'
import { Deployment, type DeploymentSpec } from '../v1/types.gen.js'
import { Deployment as DeploymentV1beta1 } from '../v1beta1/types.gen.js'
import * as v1beta2 from '../v1beta2/types.gen.js'

const rolloutSeconds = 600

const oldHistoryLimit = 2

/** Registers the defaults of Deployment. */
export function addDeploymentDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, Deployment, defaultDeployment)
  withFields<Deployment>(scheme, [v1beta2.Deployment], defaultDeployment)
  withList(scheme, DeploymentV1beta1, defaultDeploymentV1beta1)
}

function defaultDeployment(deployment: Deployment): void {
  deployment.spec ??= {} as DeploymentSpec
  const spec = deployment.spec
  spec.replicas ??= 1
  spec.strategy ??= {}
  const strategy = spec.strategy
  strategy.type ||= 'RollingUpdate'
  if (strategy.type === 'RollingUpdate') {
    strategy.rollingUpdate ??= {}
    const rolling = strategy.rollingUpdate
    rolling.maxUnavailable ??= '25%'
    rolling.maxSurge ??= '25%'
  }
  spec.revisionHistoryLimit ??= historyLimit
  spec.progressDeadlineSeconds ??= rolloutSeconds
  defaultTemplate(spec)
}

function defaultDeploymentV1beta1(deployment: DeploymentV1beta1): void {
  defaultOldWorkload(deployment)
  const { spec } = deployment
  if (spec) spec.revisionHistoryLimit ??= oldHistoryLimit
  defaultDeployment(deployment as Deployment)
}
