import { parseTag } from '../../../src/declarative/tag.js'
import { rules } from '../../markers/known-rules.js'

/** Tags that find nothing by themselves. */
const silent: ReadonlySet<string> = new Set([
  ...['customUnique', 'default', 'isSubresource', 'listMapKey', 'modeDiscriminator', 'opaqueType', 'optional'],
  ...['supportsSubresource', 'unionDiscriminator'],
])

/** Tags after which others are not looked at, and those by which items are found again in an update. */
const guards: ReadonlySet<string> = new Set([
  ...['forbidden', 'immutable', 'listMapKey', 'listType', 'maxItems', 'maxProperties', 'minItems', 'minProperties'],
  ...['opaqueType', 'optional', 'required', 'unique', 'update'],
])

const nesting: ReadonlySet<string> = new Set([
  ...['alpha', 'beta', 'eachKey', 'eachVal', 'ifDisabled', 'ifEnabled', 'ifMode', 'item', 'subfield'],
])

/** The tag inside all others. */
function innermost(text: string): string {
  const tag = parseTag(text)
  if (tag === undefined) throw new Error(`not a validation tag: ${text}`)
  return nesting.has(tag.name) && tag.value !== '' ? innermost(tag.value) : tag.name
}

function isAlpha(text: string): boolean {
  return text.startsWith('alpha=')
}

/** Reports whether servers refuse values because of a tag: those of level alpha are only compared. */
export function isEnforced(text: string): boolean {
  if (isAlpha(text) || /(?:^|=)listType=atomic$/.test(text)) return false
  // In all other modes the field is forbidden.
  return text.includes('ifMode(') || !silent.has(innermost(text))
}

/**
 * The tags of a field that has enforced ones, or that leads to some: without `+k8s:`, releases and comments, and without those
 * of level alpha that end nothing.
 */
export function keptTags(tags: readonly string[]): string[] {
  return tags.filter((text) => {
    const name = innermost(text)
    if (!rules.includes(name) || /(?:^|=)listType=atomic$/.test(text)) return false
    return !isAlpha(text) || guards.has(name)
  })
}

/** A tag as tables have it: `beta(since: "RELEASE")=+k8s:maxItems=8 # comment` is `beta=maxItems=8`. */
export function shortTag(text: string): string {
  return text
    .replace(/\s+#.*$/, '')
    .replaceAll(/\b(alpha|beta)\(since: ?"[^"]*"\)/g, '$1')
    .replaceAll('=+k8s:', '=')
    .replaceAll(/\(("|`)([\w-]+)\1\)/g, '($2)')
    .replace(/=("|`)([\w-]+)\1$/, '=$2')
}
