import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { messageOf } from '../src/errors/message-of.js'
import type { JSONValue } from '../src/json/json-value.js'
import { PatchType, patchTypeByName } from '../src/patch/patch-type.js'
import { yamlToJSON } from '../src/runtime/serializer/yaml/yaml-reader.js'
import { UsageError } from './usage-error.js'
import type { CommandIO } from './verb.js'

/** The kind of patch that `--type` names. @throws {@link UsageError} for any other name. */
export function patchTypeOption(name: string): PatchType {
  const type = patchTypeByName(name)
  if (type === undefined || type === PatchType.ApplyCBOR) {
    throw new UsageError(`--type ${name}: not one of json, merge, strategic, apply`)
  }
  return type
}

/** The patch given with `-p` or `--patch-file`, as a value; JSON or YAML. */
export function patchOption(
  { patch, 'patch-file': file }: { patch?: string | undefined; 'patch-file'?: string | undefined },
  io: CommandIO,
): object {
  if ((patch === undefined) === (file === undefined)) throw new UsageError('give either -p PATCH or --patch-file FILE')
  const value = parsePatch(patch ?? readPatchFile(file!, io))
  if (typeof value !== 'object' || value === null) throw new UsageError('the patch is neither an object nor a list', 1)
  return value
}

function parsePatch(text: Uint8Array | string): JSONValue {
  try {
    return yamlToJSON(text)
  } catch (error) {
    throw new UsageError(`the patch is neither JSON nor YAML: ${messageOf(error)}`, 1)
  }
}

function readPatchFile(file: string, io: CommandIO): Uint8Array {
  if (file === '-') return io.readInput()
  try {
    return readFileSync(resolve(io.cwd, file))
  } catch {
    throw new UsageError(`--patch-file ${file}: no such file, or not readable`)
  }
}
