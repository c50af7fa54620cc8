import type { Field } from './declarations.js'
import type { NamedRef } from './type-ref.js'

/** The declared type of the items, for a struct that is a list; `undefined` for any other. */
export function listItemType(fields: readonly Field[]): NamedRef | undefined {
  const type = fields.find(({ name }) => name === 'items')?.type
  return type?.form === 'list' && type.element.form === 'named' ? type.element : undefined
}
