import { GroupKind } from '../../schema/group-kind.js'
import type { GroupVersion } from '../../schema/group-version.js'
import { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { GroupVersioner } from '../interfaces.js'
import { apiVersionInternal } from '../objects/internal-version.js'

/** Always chooses the internal version of a kind. */
export const internalGroupVersioner: GroupVersioner = {
  identifier: 'internal',
  kindForGroupVersionKinds(kinds) {
    const [first] = kinds
    const internal = kinds.find((gvk) => gvk.version === apiVersionInternal)
    return internal ?? (first && new GroupVersionKind(first.group, apiVersionInternal, first.kind))
  },
}

/** Refuses every kind. */
export const disabledGroupVersioner: GroupVersioner = {
  identifier: 'disabled',
  kindForGroupVersionKinds: () => undefined,
}

/** Group and kind; an empty kind means every kind of the group. */
type AcceptedGroupKind = Pick<GroupKind, 'group' | 'kind'>

/** Chooses `target` for kinds that match one of `groupKinds`; without a restriction to another group, `target` itself. */
export function multiGroupVersioner(target: GroupVersion, ...groupKinds: AcceptedGroupKind[]): GroupVersioner {
  const [first] = groupKinds
  if (first === undefined || (groupKinds.length === 1 && first.group === target.group)) return target
  return makeMultiGroupVersioner(target, groupKinds, false)
}

/** Chooses `target` for every kind, preferring those that match one of `groupKinds`. */
export function coercingMultiGroupVersioner(target: GroupVersion, ...groupKinds: AcceptedGroupKind[]): GroupVersioner {
  return makeMultiGroupVersioner(target, groupKinds, true)
}

function makeMultiGroupVersioner(
  target: GroupVersion,
  groupKinds: readonly AcceptedGroupKind[],
  coerce: boolean,
): GroupVersioner {
  const accepted = groupKinds.map(({ group, kind }) => new GroupKind(group, kind).toString()).join(',')
  return {
    identifier: JSON.stringify({ accepted, coerce: String(coerce), name: 'multi', target: target.toString() }),
    kindForGroupVersionKinds(kinds) {
      const accepts = (gvk: GroupVersionKind): boolean =>
        groupKinds.some(({ group, kind }) => group === gvk.group && (kind === '' || kind === gvk.kind))
      const chosen = kinds.find(accepts) ?? (coerce ? kinds[0] : undefined)
      return chosen && target.withKind(chosen.kind)
    },
  }
}
