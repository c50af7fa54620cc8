import { ControllerRevision } from 'apimachinery/api/apps/v1'
import { parseJSON } from 'apimachinery/json'
import { newControllerRef } from 'apimachinery/meta'
import { revisionHash, revisionName } from './revision-hash.js'
import { type TemplateOwner, templatePatch } from './template-patch.js'

/** The label with the hash of a revision's data. */
export const revisionHashLabel = 'controller.kubernetes.io/hash'

/** The number of a new revision, and how many others had its hash. */
export interface RevisionNumbers {
  readonly revision: number
  readonly collisionCount: number
}

/** The revision of the template of an object, not yet created. Source: `newRevision` in pkg/controller/statefulset of Kubernetes. */
export function newRevision(owner: TemplateOwner, { revision, collisionCount }: RevisionNumbers): ControllerRevision {
  const { name = '', namespace, annotations } = owner.metadata ?? {}
  const text = templatePatch(owner)
  const hash = revisionHash(text, collisionCount)
  const labels = { ...owner.spec?.template.metadata?.labels, [revisionHashLabel]: hash }
  const ownerReferences = [newControllerRef(owner)]
  return new ControllerRevision({
    metadata: { name: revisionName(name, hash), namespace, labels, annotations, ownerReferences },
    data: parseJSON(text),
    revision,
  })
}
