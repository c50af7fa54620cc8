import { messageOf } from 'apimachinery/errors'
import { parseQuantity } from 'apimachinery/resource'
import { ConfigurationError } from '../../internal/configuration-error.js'
import type { UsageConfiguration, UsageRule } from './pod-usage.js'

/**
 * What holds without documents: pods say by annotations what each of their containers uses. Source:
 * kustomize/metrics/usage of kwok.
 */
export function usageByAnnotations(): UsageConfiguration {
  const usage = new Map([
    ['cpu', ofAnnotation('kwok.x-k8s.io/usage-cpu', '1m')],
    ['memory', ofAnnotation('kwok.x-k8s.io/usage-memory', '1Mi')],
  ])
  return [{ isForOne: false, matches: () => true, entries: [{ containers: [], usage }] }]
}

function ofAnnotation(name: string, otherwise: string): UsageRule {
  return {
    number({ pod }) {
      const { annotations = {}, namespace, name: podName } = pod?.metadata ?? {}
      try {
        return parseQuantity(annotations[name] ?? otherwise).asApproximateFloat64()
      } catch (error) {
        throw new ConfigurationError(`annotation ${name} of pod ${namespace}/${podName}: ${messageOf(error)}`)
      }
    },
  }
}
