/** The reason why a name is not a time zone; undefined if it is. Go's wording. */
export function timeZoneProblem(name: string): string | undefined {
  if (name === 'UTC' || name === '') return undefined
  if (name.includes('..') || name.startsWith('/') || name.includes('\\')) return 'time: invalid location name'
  return isKnown(name) ? undefined : `unknown time zone ${name}`
}

/** The runtime takes offsets and any case too, which names of files do not have. */
function isKnown(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions()
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase()
  } catch {
    return false
  }
}
