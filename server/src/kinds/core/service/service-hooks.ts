import type { Service } from 'apimachinery/api/core/v1'
import { isDryRun } from '../../../registry/dry-run.js'
import { readMetadata } from '../../../registry/read-metadata.js'
import type { FinishHook, StoreHooks } from '../../../registry/store-options.js'
import type { RequestContext } from '../../../request/request-context.js'
import {
  AllocationSession,
  addressesOf,
  nodePortsOf,
  type ServiceNetworking,
  type ServiceWrite,
} from './allocation-session.js'

/**
 * Services get addresses and ports when they are written, and give them back when they go. `deleteEndpoints` is called for one
 * that went.
 */
export function serviceHooks(
  networking: ServiceNetworking,
  deleteEndpoints?: (service: Service) => Promise<void>,
): StoreHooks<Service> {
  return {
    beginCreate: (context, service, options) =>
      begin(networking, { service, name: writtenServiceName(service, context), dryRun: isDryRun(options) }),
    // biome-ignore lint/complexity/useMaxParams: the hook's
    beginUpdate: (context, service, old, options) =>
      begin(networking, { service, old, name: writtenServiceName(old, context), dryRun: isDryRun(options) }),
    async afterDelete(service, options) {
      if (isDryRun(options)) return
      await deleteEndpoints?.(service)
      await networking.ports.release(nodePortsOf(service))
      for (const address of addressesOf(service)) await networking.ips.release(address)
    },
  }
}

function writtenServiceName(service: Service, { namespace }: RequestContext): ServiceWrite['name'] {
  return { namespace, name: readMetadata(service).name ?? '' }
}

async function begin(networking: ServiceNetworking, write: ServiceWrite): Promise<FinishHook> {
  const session = new AllocationSession(networking, write)
  await session.allocate()
  return (success) => (success ? session.commit() : session.revert())
}
