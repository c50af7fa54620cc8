import type { Client } from '@apimachinery/client'
import { isNotFound } from 'apimachinery/errors'
import { contentOf } from '../admission/cel/request-variables.js'
import type { FindParams } from '../admission/policy/params.js'
import type { InstalledGroupVersion } from '../endpoints/install-group-version.js'

/** Parameters of policies among all that is served, read through the server's client of itself. */
export function paramFinder(client: Client, installed: () => readonly InstalledGroupVersion[]): FindParams {
  return async (kind) => {
    const { group, version } = kind
    const served = installed()
      .filter(({ groupVersion }) => groupVersion.group === group && groupVersion.version === version)
      .flatMap(({ resources }) => resources)
      .find((resource) => resource.kind === kind.kind && !resource.name.includes('/'))
    if (served === undefined) return undefined
    const resource = await client.resourceFor(kind)
    const within = (namespace: string) => (namespace === '' ? resource : resource.namespace(namespace))
    return {
      namespaced: served.namespaced === true,
      async get(namespace, name) {
        try {
          return contentOf(await within(namespace).get(name))
        } catch (error) {
          if (isNotFound(error)) return undefined
          throw error
        }
      },
      async list(namespace, labelSelector) {
        const { items } = await within(namespace).list({ labelSelector })
        return items.map(contentOf)
      },
    }
  }
}
