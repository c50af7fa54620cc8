import {
  autoscalerOfV1,
  autoscalerOfV2,
  autoscalerWithoutNotes,
} from '../autoscaling/horizontal-pod-autoscaler/conversions.js'
import * as v1 from '../autoscaling/v1/types.gen.js'
import * as v2 from '../autoscaling/v2/types.gen.js'
import type { ConversionRegistrar } from './conversion-registrar.js'

/** Registers the conversions of `autoscaling`. */
export function addAutoscalingConversions(scheme: ConversionRegistrar): void {
  scheme.addHub(v2.HorizontalPodAutoscaler)
  scheme.addHub(v1.Scale)
  scheme.addConversion(v1.HorizontalPodAutoscaler, v2.HorizontalPodAutoscaler, autoscalerOfV1)
  scheme.addConversion(v2.HorizontalPodAutoscaler, v1.HorizontalPodAutoscaler, autoscalerOfV2)
  scheme.addConversion(v2.HorizontalPodAutoscaler, v2.HorizontalPodAutoscaler, autoscalerWithoutNotes)
}
