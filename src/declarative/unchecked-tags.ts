import type { StructDescriptor, TypeDescriptor } from '../descriptor/types.js'
import { parseTag } from './tag.js'

/** A tag that is not checked. */
export interface UncheckedTag {
  /** Path of the tag: `spec.template.name`; items and values of lists and maps add no element. */
  readonly path: string
  /** As it is written. */
  readonly tag: string
}

const checked: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['alpha', 'beta', 'dependentForbidden', 'dependentRequired', 'eachKey', 'eachVal', 'enum', 'forbidden', 'format'],
  ...['ifDisabled', 'ifEnabled', 'ifMode', 'immutable', 'item', 'listMapKey', 'listType', 'maxBytes', 'maxItems'],
  ...[
    'maxLength',
    'maxProperties',
    'maximum',
    'minItems',
    'minLength',
    'minProperties',
    'minimum',
    'modeDiscriminator',
  ],
  ...['monotonic', 'neq', 'opaqueType', 'optional', 'required', 'subfield', 'unionDiscriminator', 'unionMember'],
  ...['unique', 'update', 'zeroOrOneOfMember'],
])

/** Tags that describe the use of a type and are no rules for values. */
const silent: ReadonlySet<string> = /* @__PURE__ */ new Set(['default', 'isSubresource', 'supportsSubresource'])

const nesting: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['alpha', 'beta', 'eachKey', 'eachVal', 'ifDisabled', 'ifEnabled', 'ifMode', 'item', 'subfield'],
])

/**
 * The validation tags of a type that `validateDeclared` does not check: `customValidation` and `customUnique`, whose code
 * is hand-written in Go, conditions on enumerated values, and unknown tags. An empty list means that all tags are checked.
 */
export function uncheckedTags(struct: StructDescriptor): UncheckedTag[] {
  const found: UncheckedTag[] = []
  visit(struct, '', { found, seen: new Set() })
  return found
}

interface Search {
  readonly found: UncheckedTag[]
  readonly seen: Set<StructDescriptor>
}

function visit(type: TypeDescriptor, path: string, search: Search): void {
  if (type.kind === 'list') visit(type.element, path, search)
  else if (type.kind === 'map') visit(type.value, path, search)
  if (type.kind !== 'struct' || search.seen.has(type)) return
  search.seen.add(type)
  for (const field of type.properties) {
    const place = path === '' ? field.name : `${path}.${field.name}`
    for (const tag of field.options.schema?.tags ?? []) {
      if (!isChecked(tag)) search.found.push({ path: place, tag })
    }
    visit(field.type, place, search)
  }
}

function isChecked(text: string): boolean {
  const tag = parseTag(text)
  if (tag === undefined) return false
  if (nesting.has(tag.name)) return isChecked(tag.value)
  return checked.has(tag.name) || silent.has(tag.name)
}
