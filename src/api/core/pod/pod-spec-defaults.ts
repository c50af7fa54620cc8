import { itemsOf } from '../../defaults/items-of.js'
import { defaultContainer } from '../container/defaults.js'
import { roundResourceList } from '../resource-list/resource-list-defaults.js'
import type { PodSpec, PodTemplateSpec } from '../v1/types.gen.js'
import { defaultVolume } from '../volume/defaults.js'

/** Applies defaults to a pod specification, of a pod or a template. */
export function defaultPodSpec(spec: PodSpec): void {
  spec.dnsPolicy ||= 'ClusterFirst'
  spec.restartPolicy ||= 'Always'
  spec.securityContext ??= {}
  spec.terminationGracePeriodSeconds ??= 30
  spec.schedulerName ||= 'default-scheduler'
  for (const volume of itemsOf(spec.volumes)) defaultVolume(volume)
  for (const container of itemsOf(spec.initContainers)) defaultContainer(container)
  for (const container of itemsOf(spec.containers)) defaultContainer(container)
  for (const container of itemsOf(spec.ephemeralContainers)) defaultContainer(container)
  roundResourceList(spec.overhead)
  roundResourceList(spec.resources?.limits)
  roundResourceList(spec.resources?.requests)
}

/** Fills a pod template; without a specification it gets one, as Go's value struct has. */
export function defaultPodTemplateSpec(template: PodTemplateSpec): void {
  template.spec ??= { containers: [] }
  defaultPodSpec(template.spec)
}
