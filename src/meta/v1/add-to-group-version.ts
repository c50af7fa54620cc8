import type { KindRegistrar } from '../../runtime/scheme/kind-registrar.js'
import { GroupVersion } from '../../schema/group-version.js'
import { GroupVersionKind } from '../../schema/group-version-kind.js'
import {
  APIGroup,
  APIGroupList,
  APIResourceList,
  APIVersions,
  CreateOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  PatchOptions,
  Status,
  UpdateOptions,
  WatchEvent,
} from './types.gen.js'

/** Group and version of the types that exist once for all groups, such as `Status`. */
export const unversioned: GroupVersion = /* @__PURE__ */ new GroupVersion('', 'v1')

/**
 * Registers the kinds that every served group and version has besides its own: watch events, the options of requests, and
 * the types without version.
 *
 * Source: `metav1.AddToGroupVersion`.
 */
export function addToGroupVersion(scheme: KindRegistrar, groupVersion: GroupVersion): void {
  const { group, version } = groupVersion
  scheme.addKnownTypeWithName(new GroupVersionKind(group, version, 'WatchEvent'), WatchEvent)
  scheme.addKnownTypes(groupVersion, ListOptions, GetOptions, DeleteOptions, CreateOptions, UpdateOptions, PatchOptions)
  scheme.addUnversionedTypes(unversioned, Status, APIVersions, APIGroupList, APIGroup, APIResourceList)
}
