import type { Namespace } from 'apimachinery/api/core/v1'
import { newForbidden, newNotFound, StatusError } from 'apimachinery/errors'
import type { AdmissionAttributes } from '../attributes.js'
import type { ClusterState } from '../cluster-state.js'
import { forbidden } from '../forbidden.js'
import type { AdmissionPlugin } from '../plugin.js'

const immortal = new Set(['default', 'kube-system', 'kube-public'])

/** The namespaces of a cluster: from memory, and the newest state of one. */
export interface KnownNamespaces {
  readonly namespaces: Pick<ClusterState['namespaces'], 'get'>
  readonly liveNamespace: ClusterState['liveNamespace']
}

/**
 * Refuses to create in namespaces that are missing or being deleted, and to delete those that a cluster cannot be without.
 *
 * Source: k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle.
 */
export function namespaceLifecycle(state: KnownNamespaces): AdmissionPlugin {
  const deleted = new DeletedNamespaces(state)
  return {
    handles: (operation) => operation !== 'CONNECT',
    async admit(attributes) {
      const { operation, namespace, name, resource } = attributes
      if (isNamespace(attributes)) {
        if (operation !== 'DELETE') return
        if (immortal.has(name)) throw newForbidden(resource, name, new Error('this namespace may not be deleted'))
        deleted.add(name)
        return
      }
      if (namespace === '' || operation === 'DELETE' || isAccessReview(attributes)) return
      const found = await deleted.current(namespace)
      if (found === undefined) throw newNotFound({ group: '', resource: 'namespaces' }, namespace)
      if (operation === 'CREATE' && found.status?.phase === 'Terminating') throw terminating(attributes)
    },
  }
}

/** Namespaces whose deletion was asked for: until the one in memory is another one, the store is asked. */
class DeletedNamespaces {
  readonly #state: KnownNamespaces
  readonly #remembered = new Map<string, Namespace>()

  constructor(state: KnownNamespaces) {
    this.#state = state
  }

  add(name: string): void {
    const remembered = this.#state.namespaces.get('', name)
    if (remembered !== undefined) this.#remembered.set(name, remembered)
  }

  /** The newest state of a namespace as far as it matters. */
  async current(name: string): Promise<Namespace | undefined> {
    const remembered = this.#state.namespaces.get('', name)
    const atDeletion = this.#remembered.get(name)
    if (atDeletion !== undefined && atDeletion !== remembered) this.#remembered.delete(name)
    const isCurrent = remembered !== undefined && remembered !== atDeletion
    return isCurrent && remembered.status?.phase !== 'Terminating' ? remembered : this.#state.liveNamespace(name)
  }
}

function isNamespace({ kind }: AdmissionAttributes): boolean {
  return kind.group === '' && kind.kind === 'Namespace'
}

/** The response must not reveal whether the namespace exists. */
function isAccessReview({ resource }: AdmissionAttributes): boolean {
  return resource.group === 'authorization.k8s.io' && resource.resource === 'localsubjectaccessreviews'
}

function terminating(attributes: AdmissionAttributes): StatusError {
  const { namespace } = attributes
  const refused = forbidden(
    attributes,
    `unable to create new content in namespace ${namespace} because it is being terminated`,
  )
  const cause = {
    reason: 'NamespaceTerminating',
    message: `namespace ${namespace} is being terminated`,
    field: 'metadata.namespace',
  }
  const { status } = refused
  const causes = [...(status.details?.causes ?? []), cause]
  return new StatusError({ ...status, details: { ...status.details, causes } })
}
