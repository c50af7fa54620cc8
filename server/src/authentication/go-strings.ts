/** A list of texts as Go prints it with `%q`: `["a" "b"]`. */
export function goStrings(values: readonly string[]): string {
  return `[${values.map((value) => JSON.stringify(value)).join(' ')}]`
}
