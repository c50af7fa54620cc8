import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { messageOf } from 'apimachinery/errors'
import { DeleteOptions } from 'apimachinery/meta/v1'
import { getNamespace } from 'apimachinery/runtime'
import { systemClock } from 'apimachinery/wait'
import type { RequestContext } from '../request/request-context.js'
import type { InstanceCollection } from './controllers/finalizing-controller.js'
import type { CustomResourceHandler } from './custom-resource-handler.js'
import type { ServedVersion } from './served-version.js'

/** The stored objects of a definition, below its endpoints and its admission. */
export function definitionInstances(
  handler: CustomResourceHandler,
  definition: CustomResourceDefinition,
  signal: AbortSignal,
): InstanceCollection {
  const run = async <T>(use: (version: ServedVersion) => Promise<T>): Promise<T> => {
    const served = handler.servedDefinition(definition)
    const version = storedVersion(served.stored.bind(served), definition)
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

function storedVersion(find: () => ServedVersion | undefined, { spec }: CustomResourceDefinition): ServedVersion {
  try {
    const version = find()
    if (version !== undefined) return version
    throw new Error('invalid apiextensionsv1.CustomResourceDefinition, no storage version')
  } catch (error) {
    const name = `${spec.names.plural}.${spec.group}`
    throw new Error(`unable to find a custom resource client for ${name}: ${messageOf(error)}`, { cause: error })
  }
}

function contextOf({ spec }: CustomResourceDefinition, namespace: string, signal: AbortSignal): RequestContext {
  const version = spec.versions.find(({ storage }) => storage)?.name ?? ''
  return {
    info: {
      isResourceRequest: true,
      path: '',
      verb: 'deletecollection',
      apiPrefix: 'apis',
      apiGroup: spec.group,
      apiVersion: version,
      namespace,
      resource: spec.names.plural,
      subresource: '',
      name: '',
      parts: [],
    },
    namespace,
    apiVersion: `${spec.group}/${version}`,
    signal,
    clock: systemClock,
  }
}
