import type { Pod, PodSpec } from 'apimachinery/api/core/v1'
import { Aggregate } from 'apimachinery/errors'
import { type AnyContainer, containersOf } from '../../internal/pod-references.js'
import type { AdmissionAttributes } from '../attributes.js'
import { forbidden } from '../forbidden.js'
import type { AdmissionPlugin } from '../plugin.js'
import { podOf } from '../pod-of.js'

/**
 * Sets the image pull policy of every container to Always, so that pull permissions are checked again.
 *
 * Source: plugin/pkg/admission/alwayspullimages.
 */
export const alwaysPullImages: AdmissionPlugin = {
  resources: ['pods'],
  handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
  async admit(attributes) {
    const pod = changedPod(attributes)
    if (pod === undefined) return
    for (const container of containersOf(pod.spec)) container.imagePullPolicy = 'Always'
    for (const volume of pod.spec.volumes ?? []) if (volume.image) volume.image.pullPolicy = 'Always'
  },
  async validate(attributes) {
    const pod = changedPod(attributes)
    if (pod === undefined) return
    const wrong = [
      ...wrongContainers(pod.spec, 'initContainers'),
      ...wrongContainers(pod.spec, 'containers'),
      ...wrongContainers(pod.spec, 'ephemeralContainers'),
      ...wrongVolumes(pod.spec),
    ]
    if (wrong.length === 0) return
    throw new Aggregate(wrong.map((text) => forbidden(attributes, text)))
  },
}

/** The pod, unless it is an update that leaves the images as they were. */
function changedPod(attributes: AdmissionAttributes): (Pod & { spec: PodSpec }) | undefined {
  const pod = podOf(attributes)
  if (pod === undefined || attributes.operation !== 'UPDATE') return pod
  const before = imagesOf((attributes.oldObject as Pod | undefined)?.spec)
  return [...imagesOf(pod.spec)].every((image) => before.has(image)) ? undefined : pod
}

function imagesOf(spec: PodSpec | undefined): Set<string> {
  if (spec === undefined) return new Set()
  const volumes = (spec.volumes ?? []).flatMap(({ image }) => (image ? [image.reference ?? ''] : []))
  return new Set([...containersOf(spec).map(({ image }) => image ?? ''), ...volumes])
}

function wrongContainers(spec: PodSpec, list: 'initContainers' | 'containers' | 'ephemeralContainers'): string[] {
  const containers: readonly AnyContainer[] = spec[list] ?? []
  return containers.flatMap(({ imagePullPolicy = '' }, index) =>
    imagePullPolicy === 'Always' ? [] : [unsupported(`${list}[${index}].imagePullPolicy`, imagePullPolicy)],
  )
}

function wrongVolumes({ volumes = [] }: PodSpec): string[] {
  return volumes.flatMap(({ image }, index) => {
    const policy = image?.pullPolicy ?? ''
    return !image || policy === 'Always' ? [] : [unsupported(`volumes[${index}].image.pullPolicy`, policy)]
  })
}

function unsupported(path: string, policy: string): string {
  return `spec.${path}: Unsupported value: ${JSON.stringify(policy)}: supported values: "Always"`
}
