import { type Flag, type FlagGroup, type FlagValue, UsageError, withValue } from '../flags/flag.js'

/** Settings for reading a configuration file. */
export interface ConfigurationFile {
  /** Named in errors. */
  readonly file: string
  /** The text, parsed: a map of flags and values. */
  readonly content: unknown
}

/**
 * The flags of a configuration file: a map whose keys are names of flags without their dashes, and whose values are texts,
 * numbers, booleans, lists and maps. Throws `UsageError`.
 */
export function flagsOfFile(
  groups: readonly FlagGroup[],
  { file, content }: ConfigurationFile,
): Map<string, FlagValue> {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new UsageError(`--config: ${file} is no map of flags`)
  }
  const known = new Map(groups.flatMap(({ flags }) => flags.map((flag) => [flag.name, flag])))
  const values = new Map<string, FlagValue>()
  for (const [name, value] of Object.entries(content)) {
    const flag = known.get(name)
    if (flag === undefined) throw new UsageError(`--config: ${file}: unknown flag: ${name}`)
    values.set(name, givenValue(flag, value, file))
  }
  return values
}

function givenValue(flag: Flag, value: unknown, file: string): FlagValue {
  const bad = (): UsageError => new UsageError(`--config: ${file}: invalid value of ${flag.name}: must be ${flag.kind}`)
  if (Array.isArray(value)) {
    if (flag.kind !== 'strings') throw bad()
    return value.map(String)
  }
  if (typeof value === 'object' && value !== null) {
    if (flag.kind !== 'map' && flag.kind !== 'pairs') throw bad()
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, String(each)]))
  }
  if (value === null || value === undefined) throw bad()
  return withValue(flag, undefined, String(value))
}
