import type { ResourceClient } from '@apimachinery/client/rest'
import type { Scale } from 'apimachinery/api/autoscaling/v1'
import type { CrossVersionObjectReference } from 'apimachinery/api/autoscaling/v2'
import { isConflict } from 'apimachinery/errors'
import type { KubernetesObject } from 'apimachinery/runtime'
import { GroupKind, parseGroupVersion } from 'apimachinery/schema'
import { sleep } from 'apimachinery/wait'
import type { ControllerContext } from '../controller.js'

/** The scale of what an autoscaler scales, and where it is written. */
export interface TargetScale {
  readonly scale: Scale
  readonly resource: ResourceClient<KubernetesObject>
}

/** How often a conflicting write is tried, and the pause between, in milliseconds. */
const [attempts, pause] = [5, 10]

/** Reads the scale of a target. @throws where there is no such kind, object or scale */
export async function readScale(
  { client }: ControllerContext,
  namespace: string,
  { apiVersion = '', kind, name }: CrossVersionObjectReference,
): Promise<TargetScale> {
  const mappings = await client.restMapper.restMappings(new GroupKind(parseGroupVersion(apiVersion).group, kind))
  let problem: unknown
  for (const mapping of mappings) {
    const resource = client.resource(mapping.resource).namespace(namespace)
    try {
      return { scale: await resource.scale().get(name), resource }
    } catch (error) {
      problem ??= error
    }
  }
  throw problem ?? new Error('unrecognized resource')
}

/** Writes the replicas of a target; after a conflict to its new state. */
export async function writeReplicas({ pace }: ControllerContext, target: TargetScale, replicas: number): Promise<void> {
  let { scale } = target
  const client = target.resource.scale()
  for (let attempt = 1; ; attempt++) {
    scale.spec = { ...scale.spec, replicas }
    try {
      await client.update(scale)
      return
    } catch (error) {
      if (!isConflict(error) || attempt === attempts) throw error
    }
    await sleep(pause, { clock: pace })
    scale = await client.get(scale.metadata?.name ?? '')
  }
}
