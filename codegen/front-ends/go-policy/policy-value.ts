/** A value of the policy's source: what stands in a list under a gate keeps the gate. */
export type PolicyValue = string | PolicyList | PolicyStruct | PolicyChain

/** The elements of a slice, each with the gates under which it was appended. */
export interface PolicyList {
  readonly form: 'list'
  readonly items: readonly { readonly gates: readonly string[]; readonly value: PolicyValue }[]
}

/** A struct or a map with strings as keys. */
export interface PolicyStruct {
  readonly form: 'struct'
  readonly fields: Map<string, PolicyValue>
}

/** Calls one after the other, such as `NewRule("get").Groups("")`. */
export interface PolicyChain {
  readonly form: 'chain'
  readonly calls: readonly { readonly name: string; readonly args: PolicyList }[]
}

/** Reports whether a value has the form. */
export function hasForm<F extends 'list' | 'struct' | 'chain'>(
  value: PolicyValue | undefined,
  form: F,
): value is Extract<PolicyValue, { form: F }> {
  return typeof value === 'object' && value.form === form
}

/** The texts of a list whose elements are there whatever the gates are. */
export function textsOf(list: PolicyList): string[] {
  return list.items.map(({ value, gates }) => {
    if (typeof value !== 'string' || gates.length > 0) throw new Error('a text without conditions is expected')
    return value
  })
}
