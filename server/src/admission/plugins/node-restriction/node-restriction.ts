import { getName } from 'apimachinery/runtime'
import { nodeIdentity } from '../../../authorization/node/node-identity.js'
import type { AdmissionAttributes } from '../../attributes.js'
import { forbidden } from '../../forbidden.js'
import type { AdmissionPlugin } from '../../plugin.js'
import type { ParseCertificateRequest } from '../certificates.js'
import type { NodeCheck, NodeRestrictionState } from './node-check.js'
import { checkCertificateRequest, checkResourceSlice, checkTokenRequest } from './node-credentials.js'
import { checkClaimStatus, checkNode } from './node-objects.js'
import { checkPod, checkPodEviction, checkPodStatus } from './node-pods.js'

/**
 * Restricts kubelets to their own node and the pods on it.
 *
 * Source: plugin/pkg/admission/noderestriction.
 */
export function nodeRestriction(state: NodeRestrictionState, parse: ParseCertificateRequest): AdmissionPlugin {
  const checks: Readonly<Record<string, NodeCheck>> = {
    '/pods': podCheck,
    '/nodes': checkNode,
    '/persistentvolumeclaims': checkClaimStatus,
    '/serviceaccounts': checkTokenRequest,
    'coordination.k8s.io/leases': checkLease,
    'storage.k8s.io/csinodes': checkCSINode,
    'resource.k8s.io/resourceslices': checkResourceSlice,
    'certificates.k8s.io/certificatesigningrequests': (node, attributes) =>
      checkCertificateRequest(node, attributes, parse),
  }
  return {
    handles: (operation) => operation !== 'CONNECT',
    async admit(attributes) {
      const node = nodeOf(attributes)
      if (node === undefined) return
      if (node === '') {
        throw forbidden(attributes, `could not determine node from user ${JSON.stringify(attributes.user?.name ?? '')}`)
      }
      const key = `${attributes.resource.group}/${attributes.resource.resource}`
      if (Object.hasOwn(checks, key)) await checks[key]?.(node, attributes, state)
    },
  }
}

/** The name of the node that makes a request; `undefined` for other users. */
function nodeOf({ user }: AdmissionAttributes): string | undefined {
  return user === undefined ? undefined : nodeIdentity(user)
}

const podCheck: NodeCheck = (node, attributes, state) => {
  switch (attributes.subresource) {
    case '':
      return checkPod(node, attributes, state)
    case 'status':
      return checkPodStatus(node, attributes, state)
    case 'eviction':
      return checkPodEviction(node, attributes, state)
    default:
      throw forbidden(
        attributes,
        `unexpected pod subresource ${JSON.stringify(attributes.subresource)}, only 'status' and 'eviction' are allowed`,
      )
  }
}

const checkLease: NodeCheck = (node, attributes) => {
  if (attributes.namespace !== 'kube-node-lease') {
    throw forbidden(attributes, 'can only access leases in the "kube-node-lease" system namespace')
  }
  if (requestedName(attributes) === node) return
  throw forbidden(attributes, 'can only access node lease with the same name as the requesting node')
}

const checkCSINode: NodeCheck = (node, attributes) => {
  if (requestedName(attributes) === node) return
  throw forbidden(attributes, 'can only access CSINode with the same name as the requesting node')
}

function requestedName({ operation, object, name }: AdmissionAttributes): string {
  return operation === 'CREATE' && object !== undefined ? getName(object) : name
}
