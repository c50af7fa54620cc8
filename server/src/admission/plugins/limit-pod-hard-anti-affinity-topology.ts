import { forbidden } from '../forbidden.js'
import type { AdmissionPlugin } from '../plugin.js'
import { podOf } from '../pod-of.js'

const hostname = 'kubernetes.io/hostname'

/** Refuses pods that keep others away from more than a node. Source: plugin/pkg/admission/antiaffinity. */
export const limitPodHardAntiAffinityTopology: AdmissionPlugin = {
  resources: ['pods'],
  handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
  async validate(attributes) {
    const pod = podOf(attributes)
    const terms = pod?.spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []
    const wide = terms.find(({ topologyKey }) => topologyKey !== hostname)
    if (wide === undefined) return
    throw forbidden(
      attributes,
      `affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ${wide.topologyKey} but only key ${hostname} is allowed`,
    )
  },
}
