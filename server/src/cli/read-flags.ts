import { readFileSync } from 'node:fs'
import { yamlToJSON } from 'apimachinery/runtime/serializer/yaml'
import { type FlagGroup, type FlagValue, parseFlags } from '../flags/flag.js'
import { flagsOfFile } from './configuration-file.js'

/** The flags of a command line, and those of the file that `--config` names beneath them. Throws `UsageError`. */
export function readFlags(groups: readonly FlagGroup[], args: readonly string[]): Map<string, FlagValue> {
  const flags = parseFlags(groups, args)
  const file = flags.get('config')
  if (typeof file !== 'string') return flags
  const content = yamlToJSON(readFileSync(file, 'utf8'), { strict: true })
  return new Map([...flagsOfFile(groups, { file, content }), ...flags])
}
