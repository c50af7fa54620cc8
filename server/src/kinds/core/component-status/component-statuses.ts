import { ComponentStatus } from 'apimachinery/api/core/v1'
import { messageOf, newNotFound } from 'apimachinery/errors'
import type { TableConvertor } from 'apimachinery/meta'
import { getLabels } from 'apimachinery/runtime'
import { encodable } from '../../../registry/encodable.js'
import type { ResourceStorage } from '../../../registry/resource-storage.js'

/** Checks a component; returns its message. @throws Error if it is unhealthy. */
export type ComponentProbe = (signal: AbortSignal) => Promise<string>

/**
 * The resource `componentstatuses`, which checks the components of the control plane on each request.
 *
 * Source: pkg/registry/core/componentstatus of Kubernetes.
 */
export function componentStatusStore(
  probes: Readonly<Record<string, ComponentProbe>>,
  table: TableConvertor | undefined,
): ResourceStorage<ComponentStatus> {
  const statusOf = async (name: string, signal: AbortSignal): Promise<ComponentStatus> => {
    const [status, message] = await probes[name]!(signal).then(
      (text) => ['True', text] as const,
      (error: unknown) => ['False', messageOf(error)] as const,
    )
    return new ComponentStatus({ metadata: { name }, conditions: [{ type: 'Healthy', status, message }] })
  }
  return {
    type: ComponentStatus,
    namespaced: false,
    singularName: 'componentstatus',
    shortNames: ['cs'],
    table,
    async get({ signal }, name) {
      if (!Object.hasOwn(probes, name)) throw newNotFound({ group: '', resource: 'componentstatuses' }, name)
      return encodable(await statusOf(name, signal))
    },
    async list({ signal }, { labelSelector, fieldSelector }) {
      const all = await Promise.all(Object.keys(probes).map((name) => statusOf(name, signal)))
      const wanted = all.filter((status) => {
        const fields = { 'metadata.name': status.metadata?.name ?? '' }
        return (labelSelector?.matches(getLabels(status) ?? {}) ?? true) && (fieldSelector?.matches(fields) ?? true)
      })
      return { items: wanted.map((status) => encodable(status)), resourceVersion: '' }
    },
  }
}
