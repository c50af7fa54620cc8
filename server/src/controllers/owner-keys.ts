import { objectKey, type SharedInformer } from '@apimachinery/client/cache'
import { labelSelectorAsSelector } from 'apimachinery/labels'
import { getControllerOf } from 'apimachinery/meta'
import type { LabelSelector } from 'apimachinery/meta/v1'
import { getLabels, getNamespace, getUID, type KubernetesObject } from 'apimachinery/runtime'

/** An object that chooses others by their labels. */
interface Selecting {
  readonly spec?: { readonly selector?: LabelSelector | undefined } | undefined
}

/** What {@link followOwned} follows. */
export interface OwnedObjects<T extends KubernetesObject, O extends KubernetesObject> {
  /** Kind of the owners, as references to owners name it. */
  readonly kind: string
  readonly owners: SharedInformer<T>
  readonly owned: SharedInformer<O>
  /** Called with the key of an owner that must be looked at. */
  readonly add: (key: string) => void
}

/**
 * Tells of each change of an object that somebody owns, and of changes of labels or owners of one that nobody owns and whose labels somebody
 * selects. Source: the handlers `addPod`, `updatePod` and `deletePod` of the controllers of Kubernetes.
 *
 * @returns resolves when the handlers got all objects that there were.
 */
export function followOwned<T extends KubernetesObject & Selecting, O extends KubernetesObject>(
  objects: OwnedObjects<T, O>,
): Promise<unknown> {
  const { add, owned } = objects
  const tellOwner = (object: O): boolean => {
    const key = ownerKey(objects, object)
    if (key !== undefined) add(key)
    return getControllerOf(object) !== undefined
  }
  const tell = (object: O): void => {
    if (!tellOwner(object)) for (const owner of selectingOwners(objects.owners, object)) add(objectKey(owner))
  }
  return owned.addEventHandler({
    onAdd: tell,
    onUpdate: (old, object) => {
      const [before, after] = [ownerKey(objects, old), ownerKey(objects, object)]
      if (before !== undefined && before !== after) add(before)
      if (getControllerOf(object) !== undefined || isOtherwiseSelected(old, object)) tell(object)
    },
    onDelete: (object) => void tellOwner(object),
  }).synced
}

function isOtherwiseSelected(old: KubernetesObject, object: KubernetesObject): boolean {
  if (getControllerOf(old) !== undefined) return true
  const [before, after] = [getLabels(old) ?? {}, getLabels(object) ?? {}]
  const keys = Object.keys(after)
  return keys.length !== Object.keys(before).length || keys.some((key) => before[key] !== after[key])
}

/** The key of the owner that controls an object, if it is still there. */
function ownerKey<T extends KubernetesObject, O extends KubernetesObject>(
  { kind, owners }: OwnedObjects<T, O>,
  object: O,
): string | undefined {
  const reference = getControllerOf(object)
  if (reference?.kind !== kind) return undefined
  const owner = owners.lister.get({ namespace: getNamespace(object), name: reference.name })
  return owner !== undefined && getUID(owner) === reference.uid ? objectKey(owner) : undefined
}

/** The owners whose selector matches the labels of an object; those that select everything do not count. */
export function selectingOwners<T extends KubernetesObject & Selecting>(
  owners: SharedInformer<T>,
  object: KubernetesObject,
): T[] {
  const labels = getLabels(object) ?? {}
  if (Object.keys(labels).length === 0) return []
  return owners.lister
    .namespace(getNamespace(object))
    .list()
    .filter(({ spec }) => selects(spec?.selector, labels))
}

function selects(selector: LabelSelector | undefined, labels: Readonly<Record<string, string>>): boolean {
  try {
    const parsed = labelSelectorAsSelector(selector)
    return !parsed.isEmpty() && parsed.matches(labels)
  } catch {
    return false
  }
}
