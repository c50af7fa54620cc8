import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import {
  type HorizontalPodAutoscalerSpec as HorizontalPodAutoscalerSpecV1,
  HorizontalPodAutoscaler as HorizontalPodAutoscalerV1,
} from '../v1/types.gen.js'
import { HorizontalPodAutoscaler, type HorizontalPodAutoscalerSpec, type HPAScalingRules } from '../v2/types.gen.js'

const cpuUtilization = 80

const periodSeconds = 15

/** Registers the defaults of HorizontalPodAutoscaler. */
export function addHorizontalPodAutoscalerDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, HorizontalPodAutoscalerV1, (autoscaler) => {
    autoscaler.spec ??= {} as HorizontalPodAutoscalerSpecV1
    const spec = autoscaler.spec
    spec.minReplicas ??= 1
  })
  withList(scheme, HorizontalPodAutoscaler, defaultAutoscaler)
}

function defaultAutoscaler(autoscaler: HorizontalPodAutoscaler): void {
  autoscaler.spec ??= {} as HorizontalPodAutoscalerSpec
  const spec = autoscaler.spec
  spec.minReplicas ??= 1
  if ((spec.metrics ?? []).length === 0) {
    const target = { type: 'Utilization', averageUtilization: cpuUtilization }
    spec.metrics = [{ type: 'Resource', resource: { name: 'cpu', target } }]
  }
  if (!spec.behavior) return
  spec.behavior.scaleUp = withRules(spec.behavior.scaleUp, {
    stabilizationWindowSeconds: 0,
    selectPolicy: 'Max',
    policies: [
      { type: 'Pods', value: 4, periodSeconds },
      { type: 'Percent', value: 100, periodSeconds },
    ],
  })
  spec.behavior.scaleDown = withRules(spec.behavior.scaleDown, {
    selectPolicy: 'Max',
    policies: [{ type: 'Percent', value: 100, periodSeconds }],
  })
}

function withRules(given: HPAScalingRules | undefined, byDefault: HPAScalingRules): HPAScalingRules {
  const set = Object.entries(given ?? {}).filter(([, value]) => value !== undefined && value !== null)
  return { ...byDefault, ...Object.fromEntries(set) }
}
