import type { Client } from '@apimachinery/client'
import type { NamedRuleWithOperations, ValidatingAdmissionPolicy } from 'apimachinery/api/admissionregistration/v1'
import { openAPIType, type StaticType } from 'apimachinery/openapi/cel'
import { type GroupVersionKind, GroupVersionResource, parseGroupVersion } from 'apimachinery/schema'

/** A kind that a policy may apply to, with the type of its objects. */
export interface CheckedKind {
  readonly kind: GroupVersionKind
  readonly type: StaticType
}

/** The most kinds of a policy that are checked. */
const maxKinds = 10

/**
 * The kinds that the rules of a policy name, sorted; none for rules with an asterisk.
 *
 * Source: `typesToCheck` of k8s.io/apiserver/pkg/admission/plugin/policy/validating.
 */
export async function kindsOf({ spec }: ValidatingAdmissionPolicy, client: Client): Promise<GroupVersionKind[]> {
  const found = new Map<string, GroupVersionKind>()
  for (const rule of spec?.matchConstraints?.resourceRules ?? []) {
    let count = 0
    for (const resource of resourcesOf(rule)) {
      for (const kind of await kindsFor(resource, client)) {
        found.set(kind.toString(), kind)
        count++
        if (count === maxKinds) return sorted(found.values())
      }
    }
  }
  return sorted(found.values())
}

function resourcesOf({ apiGroups, apiVersions, resources }: NamedRuleWithOperations): GroupVersionResource[] {
  const [groups, versions] = [withoutAsterisks(apiGroups), withoutAsterisks(apiVersions)]
  const names = (resources ?? []).filter((name) => !/[*/]/.test(name)).sort()
  return groups.flatMap((group) =>
    versions.flatMap((version) => names.map((name) => new GroupVersionResource(group, version, name))),
  )
}

function withoutAsterisks(texts: readonly string[] | undefined): string[] {
  return (texts ?? []).some((text) => text.includes('*')) ? [] : [...(texts ?? [])].sort()
}

async function kindsFor(resource: GroupVersionResource, client: Client): Promise<readonly GroupVersionKind[]> {
  try {
    return await client.restMapper.kindsFor(resource)
  } catch {
    // It is not served.
    return []
  }
}

function sorted(kinds: Iterable<GroupVersionKind>): GroupVersionKind[] {
  const text = ({ group, version, kind }: GroupVersionKind) => [group, version, kind].join('\0')
  return [...kinds].sort((a, b) => (text(a) < text(b) ? -1 : 1))
}

/** The kind of the parameters of a policy; undefined without one. */
export function paramKindOf({ spec }: ValidatingAdmissionPolicy): GroupVersionKind | undefined {
  const { apiVersion = '', kind = '' } = spec?.paramKind ?? {}
  if (spec?.paramKind === undefined || spec.paramKind === null) return undefined
  try {
    return parseGroupVersion(apiVersion).withKind(kind)
  } catch {
    return undefined
  }
}

/** The type of the objects of a kind, by the documents of the server; undefined where it says nothing of them. */
export async function typeOf(kind: GroupVersionKind, client: Client): Promise<StaticType | undefined> {
  const found = await client.discovery.openAPIV3().schemaFor(kind)
  if (found === undefined) return undefined
  const schemas = found.document.components?.schemas ?? {}
  return openAPIType(found.schema, schemas, kind.kind)
}
