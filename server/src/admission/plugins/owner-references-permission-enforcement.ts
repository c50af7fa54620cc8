import { deepEqual } from 'apimachinery/descriptor'
import { type OwnerReference, PartialObjectMetadata } from 'apimachinery/meta/v1'
import { getOwnerReferences } from 'apimachinery/runtime'
import { parseGroupVersion } from 'apimachinery/schema'
import type { Authorizer } from '../../authorization/authorizer.js'
import type { AdmissionAttributes } from '../attributes.js'
import { accessOf, accessText } from '../authorize.js'
import { forbidden } from '../forbidden.js'
import type { AdmissionPlugin } from '../plugin.js'

/** The resources of a kind. Empty for a kind that is not served. */
export type ResourcesOfKind = (kind: {
  readonly group: string
  readonly version: string
  readonly kind: string
}) => readonly { readonly resource: string; readonly namespaced: boolean }[]

/**
 * Allows setting an owner only with permission to delete the object, and blocking the deletion of an owner only with
 * permission for its finalizers.
 *
 * Source: plugin/pkg/admission/gc.
 */
export function ownerReferencesPermissionEnforcement(
  authorizer: Authorizer,
  resourcesOf: ResourcesOfKind,
): AdmissionPlugin {
  return {
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    async validate(attributes) {
      const { resource, subresource, user, namespace, name } = attributes
      // Old kubelets remove owner references through this path, and the strategy restores them.
      if (resource.group === '' && resource.resource === 'pods' && subresource === 'status') return
      if (!changesOwners(attributes)) return
      const { group: apiGroup, version: apiVersion } = resource
      const mine = { verb: 'delete', namespace, apiGroup, apiVersion, resource: resource.resource, subresource, name }
      const access = await accessOf(authorizer, user, mine)
      if (!access.allowed) {
        throw forbidden(attributes, `cannot set an ownerRef on a resource you can't delete: ${accessText(access)}`)
      }
      for (const reference of newlyBlocking(attributes)) {
        await checkOwner(attributes, reference, { authorizer, resourcesOf })
      }
    },
  }
}

async function checkOwner(
  attributes: AdmissionAttributes,
  { apiVersion = '', kind = '', name = '' }: OwnerReference,
  { authorizer, resourcesOf }: { readonly authorizer: Authorizer; readonly resourcesOf: ResourcesOfKind },
): Promise<void> {
  const { group, version } = parseGroupVersion(apiVersion)
  const resources = resourcesOf({ group, version, kind })
  if (resources.length === 0) {
    throw forbidden(
      attributes,
      `cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}: no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`,
    )
  }
  for (const { resource, namespaced } of resources) {
    const access = await accessOf(authorizer, attributes.user, {
      verb: 'update',
      namespace: namespaced ? attributes.namespace : '',
      apiGroup: group,
      apiVersion: version,
      resource,
      subresource: 'finalizers',
      name,
    })
    if (access.allowed) continue
    throw forbidden(
      attributes,
      `cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: ${accessText(access)}`,
    )
  }
}

function ownersOf(object: AdmissionAttributes['object']): readonly OwnerReference[] {
  // The accessor is for objects of any sort; those of admission were decoded by their types.
  return object === undefined ? [] : (getOwnerReferences(object) as unknown as readonly OwnerReference[])
}

function changesOwners({ object, oldObject }: AdmissionAttributes): boolean {
  const [after, before] = [object, oldObject].map((each) => ({ metadata: { ownerReferences: ownersOf(each) } }))
  return !deepEqual(PartialObjectMetadata.descriptor, after, before)
}

/** References that block the deletion of their owner, and did not before. */
function newlyBlocking({ object, oldObject }: AdmissionAttributes): readonly OwnerReference[] {
  const before = new Map(ownersOf(oldObject).map((owner) => [owner.uid, owner]))
  return ownersOf(object).filter(({ uid, blockOwnerDeletion }) => {
    return blockOwnerDeletion === true && before.get(uid)?.blockOwnerDeletion !== true
  })
}
