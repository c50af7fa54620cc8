/** The ports of nodes that services can have: `30000-32767`. */
export interface PortRange {
  readonly first: number
  readonly size: number
}

/**
 * Reads a range of ports as Go does: `30000-32767`, or `30000+100`.
 *
 * @throws Error for an invalid range.
 */
export function parsePortRange(text: string): PortRange {
  const [, first = '', sign, second = ''] = /^(\d+)([-+])(\d+)$/.exec(text.trim()) ?? []
  const from = Number(first)
  const to = sign === '+' ? from + Number(second) : Number(second)
  if (sign === undefined || from > to || to > 65_535) throw new Error(`unable to parse port range: ${text}`)
  return { first: from, size: to - from + 1 }
}

/** Writes a range as the API has it. */
export function formatPortRange({ first, size }: PortRange): string {
  return size === 0 ? '' : `${first}-${first + size - 1}`
}
