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
  return {
    handles: (operation) => operation !== 'CONNECT',
    async admit(attributes) {
      const { operation, namespace, name, resource } = attributes
      if (isNamespace(attributes)) {
        if (operation !== 'DELETE' || !immortal.has(name)) return
        throw newForbidden(resource, name, new Error('this namespace may not be deleted'))
      }
      if (namespace === '' || operation !== 'CREATE' || isAccessReview(attributes)) return
      const remembered = state.namespaces.get('', namespace)
      const found =
        remembered === undefined || remembered.status?.phase === 'Terminating'
          ? await state.liveNamespace(namespace)
          : remembered
      if (found === undefined) throw newNotFound({ group: '', resource: 'namespaces' }, namespace)
      if (found.status?.phase === 'Terminating') throw terminating(attributes)
    },
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
