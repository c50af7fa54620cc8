import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { messageOf } from 'apimachinery/errors'
import { DeleteOptions } from 'apimachinery/meta/v1'
import { getName, getNamespace } from 'apimachinery/runtime'
import { systemClock } from 'apimachinery/wait'
import type { RequestContext } from '../request/request-context.js'
import { resolveRequestInfo } from '../request/request-info-resolver.js'
import type { InstanceCollection } from './controllers/finalizing-controller.js'
import type { CustomResourceHandler } from './custom-resource-handler.js'
import type { ServedDefinition } from './served-definition.js'
import type { ServedVersion } from './served-version.js'

/** The stored objects of a definition, below its endpoints and its admission. */
export function definitionInstances(
  handler: CustomResourceHandler,
  definition: CustomResourceDefinition,
  signal: AbortSignal,
): InstanceCollection {
  const run = async <T>(use: (version: ServedVersion) => Promise<T>): Promise<T> => {
    const served = handler.servedDefinition(definition)
    const version = storedVersion(served)
    return served.during(() => use(version))
  }
  return {
    namespaces: () =>
      run(async ({ store }) => {
        const { items } = await store.list(contextOf(definition, '', signal), {})
        return new Set(items.map(({ object }) => getNamespace(object)))
      }),
    deleteAll: (namespace) =>
      run(async ({ store }) => {
        await store.deleteCollection(contextOf(definition, namespace, signal), { options: new DeleteOptions() }, {})
      }),
  }
}

function storedVersion(served: ServedDefinition): ServedVersion {
  try {
    return served.stored()
  } catch (error) {
    const name = getName(served.definition)
    throw new Error(`unable to find a custom resource client for ${name}: ${messageOf(error)}`, { cause: error })
  }
}

function contextOf({ spec }: CustomResourceDefinition, namespace: string, signal: AbortSignal): RequestContext {
  const version = spec.versions.find(({ storage }) => storage)?.name ?? ''
  const within = namespace === '' ? '' : `namespaces/${namespace}/`
  const path = `/apis/${spec.group}/${version}/${within}${spec.names.plural}`
  return {
    info: resolveRequestInfo({ method: 'DELETE', url: path, path, query: new URLSearchParams() }),
    namespace,
    apiVersion: `${spec.group}/${version}`,
    signal,
    clock: systemClock,
  }
}
