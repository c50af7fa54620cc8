import { Namespace } from 'apimachinery/api/core/v1'
import { messageOf, newNotFound } from 'apimachinery/errors'
import type { RequestContext } from '../../request/request-context.js'
import type { AdmissionAttributes } from '../attributes.js'
import type { ClusterState } from '../cluster-state.js'
import { forbidden } from '../forbidden.js'
import type { AdmissionPlugin } from '../plugin.js'

type Namespaces = Pick<ClusterState, 'namespaces' | 'liveNamespace'>

/** Refuses everything in namespaces that there are not. Source: plugin/pkg/admission/namespace/exists. */
export function namespaceExists(state: Namespaces): AdmissionPlugin {
  return {
    handles: (operation) => operation !== 'CONNECT',
    async validate(attributes) {
      if (await isKnown(attributes, state)) return
      throw newNotFound({ group: '', resource: 'namespaces' }, attributes.namespace)
    },
  }
}

/**
 * Creates the namespaces that objects are created in.
 *
 * Source: plugin/pkg/admission/namespace/autoprovision.
 */
export function namespaceAutoProvision(
  state: Namespaces,
  create: (namespace: Namespace, context: RequestContext) => Promise<void>,
): AdmissionPlugin {
  return {
    handles: (operation) => operation === 'CREATE',
    async admit(attributes, context) {
      if (attributes.dryRun || (await isKnown(attributes, state))) return
      try {
        await create(new Namespace({ metadata: { name: attributes.namespace } }), context)
      } catch (error) {
        throw forbidden(attributes, messageOf(error))
      }
    },
  }
}

/** True also for requests that are in no namespace, and for those for a namespace itself. */
async function isKnown({ namespace, kind }: AdmissionAttributes, state: Namespaces): Promise<boolean> {
  if (namespace === '' || (kind.group === '' && kind.kind === 'Namespace')) return true
  if (state.namespaces.get('', namespace) !== undefined) return true
  return (await state.liveNamespace(namespace)) !== undefined
}
