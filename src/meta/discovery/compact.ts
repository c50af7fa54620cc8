/** The properties that are not empty, as `omitempty` leaves them: no empty text, no empty list; lists are copied. */
export function compact<T extends Readonly<Record<string, string | readonly string[] | undefined>>>(
  properties: T,
): { -readonly [K in keyof T]?: T[K] extends string | undefined ? string : string[] } {
  const kept: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value.length === 0) continue
    kept[name] = typeof value === 'string' ? value : [...value]
  }
  return kept as never
}
