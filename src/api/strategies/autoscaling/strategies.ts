import type { KindStrategy } from '../kind-strategy.js'
import { horizontalPodAutoscalerStrategy } from './horizontal-pod-autoscaler.js'

/** How the kinds of `autoscaling` behave in a registry. */
export const strategies: readonly KindStrategy[] = [horizontalPodAutoscalerStrategy]
