import type { UnionDescriptor } from '../../../src/descriptor/types.js'
import type { Field, KindFacts } from '../../ir/declarations.js'
import { listItemType } from '../../ir/list-item-type.js'
import type { MarkerSet } from '../../markers/marker.js'
import { readResourceFacts } from '../../markers/resource-facts.js'
import { upperFirst } from '../../schema/type-names.js'
import { readUnions } from '../go-types/convert-kind.js'
import type { GoField } from '../go-types/go-syntax.js'
import type { Comments } from './comments.js'

/** Facts of an interface that extends `TypeMeta`. */
export function readKindFacts(name: string, fields: readonly Field[], markers: MarkerSet): KindFacts {
  const itemType = listItemType(fields)
  const resource = itemType === undefined ? readResourceFacts(name, markers, fields) : undefined
  return { kind: name, registered: true, hasTypeMeta: true, itemType, resource }
}

/** Unions by the tags that Go sources have. */
export function unionsOf(
  properties: readonly { field: Field; comments: Comments }[],
  markers: MarkerSet,
): UnionDescriptor[] {
  const fields = properties.flatMap(({ field, comments }): GoField[] => {
    if (field.shape === '<' || field.span === undefined) return []
    const name = upperFirst(field.name)
    const value = { form: 'name' as const, qualifier: undefined, name: 'string', span: field.span }
    const isPointer = field.shape.startsWith('*') || (field.options.required ?? field.shape === '') === false
    return [
      {
        name,
        type: isPointer ? { form: 'pointer', element: value, span: field.span } : value,
        tag: `json:"${field.name}"`,
        tagSpan: undefined,
        comments: { markers: [...comments.markers.all], doc: '' },
        span: field.span,
      },
    ]
  })
  return readUnions(fields, markers).filter(({ members }) => Object.keys(members).length > 0)
}
