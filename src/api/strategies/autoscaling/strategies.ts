import { horizontalPodAutoscalerStrategy } from '../../autoscaling/horizontal-pod-autoscaler/strategy.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How the kinds of `autoscaling` behave in a registry. */
export const strategies: readonly KindStrategy[] = [horizontalPodAutoscalerStrategy]
