/** Longest part of an input that an error message repeats, in UTF-16 units. */
const longestExcerpt = 65_536

/** Cuts `data` to what an error message can bear. */
export function excerpt(data: string): string {
  return data.length <= longestExcerpt ? data : `${data.slice(0, longestExcerpt)}…`
}
