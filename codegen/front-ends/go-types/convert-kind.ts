import type { UnionDescriptor } from '../../../src/descriptor/types.js'
import type { Field, KindFacts } from '../../ir/declarations.js'
import { listItemType } from '../../ir/list-item-type.js'
import { type NamedRef, typeMeta } from '../../ir/type-ref.js'
import { type Marker, MarkerSet, namedArguments } from '../../markers/marker.js'
import { readResourceFacts } from '../../markers/resource-facts.js'
import type { GoField } from './go-syntax.js'
import type { Registrations } from './registrations.js'

const runtimeObject = 'k8s.io/apimachinery/pkg/runtime.Object'

/** The source of the facts of a kind. */
export interface KindSource {
  readonly fields: readonly Field[]
  readonly markers: MarkerSet
  readonly registrations: Registrations
}

/** Says whether a struct is a kind and how it is served; `undefined` for structs below kinds. */
export function kindFacts({ package: packagePath, name }: NamedRef, source: KindSource): KindFacts | undefined {
  const { fields, markers, registrations } = source
  const hasTypeMeta = fields.some(
    (field) => field.shape === '<' && field.type.form === 'named' && isTypeMeta(field.type),
  )
  const isRoot = markers.has('kubebuilder:object:root')
  const registered =
    registrations.registered.some((ref) => ref.package === packagePath && ref.name === name) ||
    (registrations.none && hasTypeMeta && isRoot)
  const isObject = markers.values('k8s:deepcopy-gen:interfaces').some((each) => each.split(',').includes(runtimeObject))
  if (!registered && !(hasTypeMeta && (isObject || isRoot))) return undefined
  const itemType = listItemType(fields)
  const resource = itemType === undefined ? readResourceFacts(name, markers, fields) : undefined
  const groupVersion = registrations.unversioned.get(name)
  return {
    kind: name,
    registered: registered || groupVersion !== undefined,
    groupVersion,
    hasTypeMeta,
    itemType,
    resource,
  }
}

function isTypeMeta(ref: NamedRef): boolean {
  return (
    ref.name === typeMeta.name &&
    (ref.package === typeMeta.package || ref.package === 'k8s.io/apimachinery/pkg/runtime')
  )
}

/** Type-level markers that stay in the model for back ends. */
export function structMarkers(markers: MarkerSet): Record<string, string[]> | undefined {
  const kept: Record<string, string[]> = {}
  for (const { name, value } of markers.all) {
    if (!/^(k8s:(conversion-gen|defaulter-gen)(:|$)|kubebuilder:(metadata|skip))/.test(name)) continue
    const list = kept[name] ?? []
    list.push(value ?? '')
    kept[name] = list
  }
  return Object.keys(kept).length > 0 ? kept : undefined
}

/** Reads unions: `+union` with `+unionDiscriminator`, and `+k8s:unionMember` / `+k8s:unionDiscriminator`. */
export function readUnions(fields: readonly GoField[], markers: MarkerSet): UnionDescriptor[] {
  const byName = new Map<string, { discriminator?: string; members: Record<string, string> }>()
  const union = (name: string) => {
    const found = byName.get(name) ?? { members: {} }
    byName.set(name, found)
    return found
  }
  for (const field of fields) {
    const own = new MarkerSet(field.comments.markers)
    const json = jsonName(field)
    for (const marker of own.all) {
      if (/^k8s:unionDiscriminator(\(|$)/.test(marker.name)) union(argument(marker, 'union')).discriminator = json
      if (/^k8s:unionMember(\(|$)/.test(marker.name)) {
        union(argument(marker, 'union')).members[json] = argument(marker, 'memberName') || (field.name ?? json)
      }
    }
    if (markers.has('union') && own.has('unionDiscriminator')) union('').discriminator = json
  }
  if (markers.has('union') && Object.keys(union('').members).length === 0) addImplicitMembers(fields, union(''))
  return [...byName].map(([name, { discriminator, members }]) => ({
    ...(name === '' ? {} : { name }),
    ...(discriminator === undefined ? {} : { discriminator }),
    members,
  }))
}

/** In a `+union` every other optional pointer field is a member, named by its Go field. */
function addImplicitMembers(
  fields: readonly GoField[],
  union: { discriminator?: string; members: Record<string, string> },
): void {
  for (const field of fields) {
    const json = jsonName(field)
    if (json !== union.discriminator && field.type.form === 'pointer') union.members[json] = field.name ?? json
  }
}

function jsonName(field: GoField): string {
  const name = /(?:^|\s)json:"([^",]*)/.exec(field.tag)?.[1]
  return name === undefined || name === '' ? (field.name ?? '') : name
}

function argument(marker: Marker, key: string): string {
  const inner = /\((.*)\)$/.exec(marker.name)?.[1] ?? ''
  return namedArguments(inner.replaceAll(/(\w+):\s*/g, '$1=')).get(key) ?? ''
}
