import type { ApiModel, ApiPackage } from '../ir/model.js'

/**
 * Folders of packages that are named after group and version: the first label of the group and the version, as in
 * kubebuilder (`monitoring/v1` for `monitoring.example.com/v1`). Groups with the same first label keep the package's path, and
 * so do packages with a path of their own.
 */
export function shortFolders(model: ApiModel): (pkg: ApiPackage) => string | undefined {
  const groups = new Map<string, Set<string>>()
  for (const { group } of model.packages.filter(isNamedAfterGroup)) {
    const label = firstLabel(group!)
    groups.set(label, (groups.get(label) ?? new Set()).add(group!))
  }
  return (pkg) => {
    const label = isNamedAfterGroup(pkg) ? firstLabel(pkg.group!) : ''
    return groups.get(label)?.size === 1 ? `${label}/${pkg.version}` : undefined
  }
}

const firstLabel = (group: string): string => group.split('.', 1)[0]!

function isNamedAfterGroup({ external, group, version, path }: ApiPackage): boolean {
  if (external !== undefined || !group || !version) return false
  const reversed = group.split('.').reverse().join('/')
  return path === `${group}/${version}` || path === `${reversed}/${version}`
}
