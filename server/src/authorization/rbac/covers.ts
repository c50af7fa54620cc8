import type { PolicyRule } from 'apimachinery/api/rbac/v1'
import { AuthorizationError } from '../authorization-error.js'

/** How many permissions a comparison looks at, each alone and with every owned rule: a rule of a few kilobytes can give billions. */
const [mostParts, mostComparisons] = [50_000, 2_000_000]

/**
 * The parts of the wanted rules that no owned rule covers; empty where the owner has every right that they give.
 *
 * Source: `Covers` of k8s.io/component-helpers/auth/rbac/validation.
 * @throws AuthorizationError for rules that give more permissions than can be compared one by one.
 */
export function uncoveredRules(owned: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  const open = wanted.filter((rule) => !isCoveredWhole(owned, rule)).map(withoutDuplicates)
  const parts = open.reduce((sum, rule) => sum + partsOf(rule), 0)
  if (parts > mostParts || parts * owned.length > mostComparisons) {
    throw new AuthorizationError(
      `the rules give ${parts} permissions, which are too many to compare with those of the user`,
    )
  }
  return open.flatMap(breakDownRule).filter((part) => !owned.some((rule) => covers(rule, part)))
}

/** A rule that one owned rule covers as it is needs no look at its parts. One for paths and resources is looked at in parts. */
function isCoveredWhole(owned: readonly PolicyRule[], rule: PolicyRule): boolean {
  const isMixed = (rule.nonResourceURLs ?? []).length > 0 && (rule.resources ?? []).length > 0
  return !isMixed && owned.some((each) => covers(each, rule))
}

function withoutDuplicates(rule: PolicyRule): PolicyRule {
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule
  const once = (values: readonly string[] | undefined): string[] => [...new Set(values ?? [])]
  return {
    verbs: once(verbs),
    apiGroups: once(apiGroups),
    resources: once(resources),
    resourceNames: once(resourceNames),
    nonResourceURLs: once(nonResourceURLs),
  }
}

function partsOf({
  verbs,
  apiGroups = [],
  resources = [],
  resourceNames = [],
  nonResourceURLs = [],
}: PolicyRule): number {
  const ofResources = apiGroups.length * resources.length * Math.max(resourceNames.length, 1)
  return verbs.length * (ofResources + nonResourceURLs.length)
}

/** A rule for one verb, group, resource and name, or for one path: rules are compared part by part. */
function breakDownRule(rule: PolicyRule): PolicyRule[] {
  const parts: PolicyRule[] = []
  for (const verb of rule.verbs) {
    for (const group of rule.apiGroups ?? []) {
      for (const resource of rule.resources ?? []) {
        const part = { verbs: [verb], apiGroups: [group], resources: [resource] }
        const names = rule.resourceNames ?? []
        if (names.length === 0) parts.push(part)
        else for (const name of names) parts.push({ ...part, resourceNames: [name] })
      }
    }
    for (const url of rule.nonResourceURLs ?? []) parts.push({ verbs: [verb], nonResourceURLs: [url] })
  }
  return parts
}

function covers(owner: PolicyRule, part: PolicyRule): boolean {
  if (!hasAll(owner.verbs, part.verbs)) return false
  const urls = part.nonResourceURLs ?? []
  if (urls.length > 0) return urls.every((url) => coversURL(owner.nonResourceURLs ?? [], url))
  return (
    hasAll(owner.apiGroups, part.apiGroups) &&
    (part.resources ?? []).every((resource) => coversResource(owner.resources ?? [], resource)) &&
    coversNames(owner.resourceNames ?? [], part.resourceNames ?? [])
  )
}

function hasAll(owned: readonly string[] | undefined, wanted: readonly string[] | undefined): boolean {
  if (owned?.includes('*')) return true
  return (wanted ?? []).every((value) => owned?.includes(value))
}

function coversResource(owned: readonly string[], wanted: string): boolean {
  if (owned.includes('*') || owned.includes(wanted)) return true
  const slash = wanted.indexOf('/')
  return slash >= 0 && owned.includes(`*/${wanted.slice(slash + 1)}`)
}

function coversNames(owned: readonly string[], wanted: readonly string[]): boolean {
  if (owned.length === 0) return true
  return wanted.length > 0 && wanted.every((name) => owned.includes(name))
}

function coversURL(owned: readonly string[], wanted: string): boolean {
  return owned.some(
    (url) => url === '*' || url === wanted || (url.endsWith('*') && wanted.startsWith(url.replace(/(?<!\*)\*+$/, ''))),
  )
}
