import { objectKey } from '@apimachinery/client/cache'
import { Node } from 'apimachinery/api/core/v1'
import { PatchType } from 'apimachinery/patch'
import { getName, getUID } from 'apimachinery/runtime'
import { type Controller, type ControllerContext, isDeleting, reconcileLoop } from '../controller.js'
import type { NodeCIDROptions } from './node-cidr-options.js'
import { NodeRanges } from './node-ranges.js'

const name = 'node-ipam-controller'

/**
 * Gives each node addresses for its pods, one range of each family; without options it does nothing.
 *
 * Source: `range_allocator.go` of pkg/controller/nodeipam/ipam of Kubernetes.
 * @throws Error for options that cannot be.
 */
export function nodeIPAMController(context: ControllerContext, options: NodeCIDROptions | undefined): Controller {
  if (options === undefined) return { name, start: () => undefined, stop: async () => undefined }
  const { client, informers, events } = context
  const nodes = informers.informerFor(Node)
  const ranges = rangesOf(options)
  /** By the uid of nodes that have or will have addresses. */
  const given = new Map<string, readonly string[]>()

  async function reconcile(key: string): Promise<undefined> {
    const node = nodes.lister.get(key)
    if (node === undefined || isDeleting(node)) return undefined
    const present = node.spec?.podCIDRs ?? []
    if (present.length > 0) occupy(node, present)
    // The informer may not have heard yet of what was given.
    else if (!given.has(getUID(node))) await give(node)
    return undefined
  }

  function occupy(node: Node, cidrs: readonly string[]): void {
    const uid = getUID(node)
    if (given.get(uid)?.join() === cidrs.join()) return
    given.set(uid, cidrs)
    for (const [index, cidr] of cidrs.entries()) {
      const range = ranges[index]
      if (range === undefined)
        throw new Error(
          `node:${getName(node)} has an allocated cidr: ${cidr} at index:${index} that does not exist in cluster cidrs configuration`,
        )
      range.occupy(cidr)
    }
  }

  async function give(node: Node): Promise<void> {
    const podCIDRs = takeEach()
    if (podCIDRs === undefined) {
      report(node, 'CIDRNotAvailable')
      throw new Error('CIDR allocation failed; there are no remaining CIDRs left to allocate in the accepted range')
    }
    given.set(getUID(node), podCIDRs)
    try {
      const body = { metadata: { uid: getUID(node) }, spec: { podCIDR: podCIDRs[0], podCIDRs } }
      await client.patch(node, { type: PatchType.StrategicMerge, body })
    } catch (error) {
      release(node)
      report(node, 'CIDRAssignmentFailed')
      throw error
    }
  }

  /** A part of each range; nothing where one of them has none left. */
  function takeEach(): readonly string[] | undefined {
    const taken: string[] = []
    for (const range of ranges) {
      const cidr = range.take()
      if (cidr === undefined) {
        for (const [index, each] of taken.entries()) ranges[index]!.release(each)
        return undefined
      }
      taken.push(cidr)
    }
    return taken
  }

  function release(node: Node): void {
    const uid = getUID(node)
    for (const [index, cidr] of (given.get(uid) ?? []).entries())
      if (ranges[index]?.overlaps(cidr) === true) ranges[index].release(cidr)
    given.delete(uid)
  }

  function report({ metadata }: Node, reason: string): void {
    const { name: node = '', uid } = metadata ?? {}
    const message = `Node ${node} status is now: ${reason}`
    events.event(new Node({ metadata: { name: node, uid } }), 'Normal', reason, message)
  }

  // Addresses that are there come before those that are given.
  const loop = reconcileLoop({ name, context, reconcile, workers: 1 })
  return {
    name,
    start() {
      const add = (node: Node): void => loop.add(objectKey(node))
      const { synced } = nodes.addEventHandler({ onAdd: add, onUpdate: (_old, node) => add(node), onDelete: release })
      void synced.then(() => {
        for (const node of nodes.lister.list()) {
          const present = node.spec?.podCIDRs ?? []
          if (present.length === 0) continue
          try {
            occupy(node, present)
          } catch (error) {
            context.onError(error, name)
          }
        }
        loop.start()
      })
    },
    stop: () => loop.stop(),
  }
}

/** Addresses of services are taken from the beginning. */
function rangesOf({ clusterCIDRs, maskSizes, serviceCIDRs }: NodeCIDROptions): readonly NodeRanges[] {
  const ranges = clusterCIDRs.map((cidr, index) => new NodeRanges(cidr, maskSizes[index]!))
  for (const range of ranges) for (const cidr of serviceCIDRs) if (range.overlaps(cidr)) range.occupy(cidr)
  return ranges
}
