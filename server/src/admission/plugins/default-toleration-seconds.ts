import { Pod, type Toleration } from 'apimachinery/api/core/v1'
import type { AdmissionPlugin } from '../plugin.js'

const outages = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']

/** How long pods tolerate an unhealthy node by default. */
export interface TolerationSeconds {
  readonly notReady: number
  readonly unreachable: number
}

/** Adds tolerations for unhealthy nodes to pods. Source: plugin/pkg/admission/defaulttolerationseconds. */
export function defaultTolerationSeconds(
  seconds: TolerationSeconds = { notReady: 300, unreachable: 300 },
): AdmissionPlugin {
  const wanted = [seconds.notReady, seconds.unreachable]
  return {
    resources: ['pods'],
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    async admit({ object, subresource }) {
      if (!(object instanceof Pod) || subresource !== '' || object.spec === undefined) return
      const given: readonly Toleration[] = object.spec.tolerations ?? []
      const tolerates = (outage: string): boolean =>
        given.some(({ key, effect }) => (!key || key === outage) && (!effect || effect === 'NoExecute'))
      const added = outages.flatMap((key, index) =>
        tolerates(key)
          ? []
          : [{ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: wanted[index] as number }],
      )
      if (added.length > 0) object.spec.tolerations = [...given, ...added]
    },
  }
}
