import { type FieldError, invalid, notSupported, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateNamespaceName } from '../../../validation/object-name-rules.js'
import { textsOf } from '../../validation/go-values.js'
import type { NonResourcePolicyRule, ResourcePolicyRule } from '../v1/types.gen.js'

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch']
const knownVerbs: ReadonlySet<string> = /* @__PURE__ */ new Set(verbs)

/** Checks which requests for resources a rule is about. */
export function validateResourcePolicyRule(rule: ResourcePolicyRule, path: FieldPath): FieldError[] {
  return [
    ...verbErrors(textsOf(rule.verbs), path.child('verbs')),
    ...listErrors(textsOf(rule.apiGroups), path.child('apiGroups'), {
      empty: 'resource rules must supply at least one api group',
      others: 'api groups',
    }),
    ...listErrors(textsOf(rule.resources), path.child('resources'), {
      empty: 'resource rules must supply at least one resource',
      others: 'resources',
    }),
    ...namespaceErrors(textsOf(rule.namespaces), rule.clusterScope === true, path.child('namespaces')),
  ]
}

/** Checks which other requests a rule is about. */
export function validateNonResourcePolicyRule(rule: NonResourcePolicyRule, path: FieldPath): FieldError[] {
  const urlsPath = path.child('nonResourceURLs')
  const urls = textsOf(rule.nonResourceURLs)
  const errors = [
    ...verbErrors(textsOf(rule.verbs), path.child('verbs')),
    ...listErrors(urls, urlsPath, {
      empty: 'nonResourceURLs must contain at least one value',
      others: 'non-resource URLs',
    }),
  ]
  if (urls.includes('*')) return errors
  return [...errors, ...urls.flatMap((url, i) => urlErrors(url, urlsPath.index(i)))]
}

function verbErrors(given: readonly string[], path: FieldPath): FieldError[] {
  const errors = listErrors(given, path, { empty: 'verbs must contain at least one value', others: 'verbs' })
  if (given.includes('*') || given.every((verb) => knownVerbs.has(verb))) return errors
  return [...errors, notSupported(path, given, verbs)]
}

/** Lists need an item, and `*` must be the only one. */
function listErrors(
  given: readonly string[],
  path: FieldPath,
  { empty, others }: { readonly empty: string; readonly others: string },
): FieldError[] {
  if (given.length === 0) return [required(path, empty)]
  if (given.length === 1 || !given.includes('*')) return []
  return [invalid(path, given, `if '*' is present, must not specify other ${others}`)]
}

function namespaceErrors(namespaces: readonly string[], clusterScope: boolean, path: FieldPath): FieldError[] {
  if (namespaces.length === 0) {
    const detail = 'resource rules that are not cluster scoped must supply at least one namespace'
    return clusterScope ? [] : [required(path, detail)]
  }
  if (namespaces.includes('*')) return listErrors(namespaces, path, { empty: '', others: 'namespaces' })
  const introduction = "each member of this list must be '*' or a DNS-1123 label; "
  return namespaces.flatMap((namespace, i) =>
    validateNamespaceName(namespace, false).map((problem) => invalid(path.index(i), namespace, introduction + problem)),
  )
}

function urlErrors(url: string, path: FieldPath): FieldError[] {
  const problem = urlProblem(url)
  return problem === undefined ? [] : [invalid(path, url, problem)]
}

function urlProblem(url: string): string | undefined {
  if (url === '') return 'must not be empty'
  if (url === '/') return undefined
  if (!url.startsWith('/')) return 'must start with slash'
  if (url.includes(' ')) return 'must not contain white-space'
  if (url.includes('//')) return 'must not contain double slash'
  const star = url.indexOf('*')
  return star < 0 || (star === url.length - 1 && url.endsWith('/*'))
    ? undefined
    : 'wildcard can only do suffix matching'
}
