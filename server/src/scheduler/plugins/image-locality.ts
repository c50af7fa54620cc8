import type { PodSpec } from 'apimachinery/api/core/v1'
import { maxScore, type ScorePlugin } from '../framework/plugin.js'
import type { ClusterState } from '../state/cluster-state.js'
import type { ImageState } from '../state/image-states.js'

const megabyte = 1024 * 1024
const least = 23 * megabyte
/** For each container. */
const most = 1000 * megabyte

/** Prefers nodes that have the images of the pod, the more of them the larger they are. Source: plugins/imagelocality. */
export function imageLocality(state: ClusterState): ScorePlugin {
  return {
    name: 'ImageLocality',
    weight: 1,
    prepareScore({ pod }) {
      const { spec } = pod
      const images = imagesOf(spec).flatMap((name) => state.images.get(normalizedImageName(name)) ?? [])
      if (images.length === 0) return undefined
      const highest = most * ((spec?.initContainers?.length ?? 0) + (spec?.containers?.length ?? 0))
      const total = state.nodes.length
      return {
        score({ name }) {
          let sum = 0
          for (const image of images) if (image.nodes.has(name)) sum += scaled(image, total)
          const clamped = Math.min(Math.max(sum, least), highest)
          return Math.trunc((maxScore * (clamped - least)) / (highest - least))
        },
      }
    },
  }
}

function imagesOf(spec: PodSpec | undefined): string[] {
  const containers = [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])]
  const volumes = spec?.volumes ?? []
  return [...containers.map(({ image = '' }) => image), ...volumes.flatMap(({ image }) => image?.reference ?? [])]
}

/** An image that few nodes have counts less, so that these nodes do not get all its pods. */
function scaled({ size, nodes }: ImageState, total: number): number {
  return Math.trunc(size * (nodes.size / total))
}

/** A name without a tag means the tag `latest`. */
function normalizedImageName(name: string): string {
  return name.lastIndexOf(':') <= name.lastIndexOf('/') ? `${name}:latest` : name
}
