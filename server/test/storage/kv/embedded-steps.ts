/** How many write at once. */
export const writers = 4

/** What a writer does in its nth step; `value` is false where it deletes. */
export function step(writer: number, count: number): { key: string; value: boolean } {
  return { key: `/${writer}/${count % 7}`, value: count % 11 !== 10 }
}
