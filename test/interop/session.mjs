// What a comparison needs of the package, in one module: the adapter, and the kinds with their descriptors.
import { handle as adapter } from './adapter.mjs'
import { kindOf, machinery, operations as recode } from './ops/recode.mjs'

/** Answers a request, also for operations that the adapter does not list yet. */
export async function handle(request) {
  const operation = recode[request.op]
  if (operation === undefined) return adapter(request)
  try {
    return operation(request)
  } catch (error) {
    return { error: error.message }
  }
}

/** `apps/v1/Deployment` → its descriptor, `undefined` for a kind that is not registered. */
export function descriptorOf(kind) {
  return kind === '' ? undefined : machinery().scheme.classFor(kindOf(kind))?.descriptor
}
