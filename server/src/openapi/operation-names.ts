import type { GroupVersion } from 'apimachinery/schema'

/** `apps_v1`, `rbacAuthorization_v1`, `core_v1`: the tag of a group version's operations. */
export function groupVersionTag({ group, version }: GroupVersion): string {
  return `${groupWord(group)}_${version}`
}

/** `AppsV1`, `RbacAuthorizationV1`, `CoreV1`: a group version inside of an operation's id. */
export function groupVersionWord({ group, version }: GroupVersion): string {
  return capital(groupWord(group)) + capital(version)
}

/** `apps`, `rbacAuthorization`, `core`. */
export function groupWord(group: string): string {
  const words = (group === '' ? 'core' : group.replace(/\.k8s\.io$/, '')).split(/[^A-Za-z0-9]+/)
  return words.map((word, index) => (index === 0 ? word : capital(word))).join('')
}

/** The word with a capital first letter. */
export function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

/** ` a Deployment`, ` an Ingress`, ` Endpoints`. Source: `GetArticleForNoun` of k8s.io/apiserver/pkg/endpoints. */
export function withArticle(noun: string): string {
  if (!noun.endsWith('ss') && noun.endsWith('s')) return ` ${noun}`
  return /^[aeiou]/i.test(noun) ? ` an ${noun}` : ` a ${noun}`
}
