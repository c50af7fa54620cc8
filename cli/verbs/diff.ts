import { parseArgs } from 'node:util'
import type { JSONValue } from '../../src/json/json-value.js'
import { stringifyJSON } from '../../src/json/stringify-json.js'
import { createJSONPatch } from '../../src/patch/json/create-json-patch.js'
import { createMergePatch } from '../../src/patch/merge/create-merge-patch.js'
import { PatchType } from '../../src/patch/patch-type.js'
import { createTwoWayMergePatch } from '../../src/patch/strategic/strategic-merge-patch.js'
import type { KubernetesObject } from '../../src/runtime/objects/typed-object.js'
import { CodecFactory } from '../../src/runtime/serializer/codec-factory.js'
import { jsonToYAML } from '../../src/runtime/serializer/yaml/yaml-writer.js'
import { outputFormat } from '../formats.js'
import { loadScheme } from '../load-scheme.js'
import { inputOptions } from '../options.js'
import { pairObjects } from '../pair-objects.js'
import { patchTypeOption } from '../patch-option.js'
import { forEachObject } from '../read-objects.js'
import { noObjects } from '../rewrite-objects.js'
import { UsageError } from '../usage-error.js'
import type { CommandIO, Verb } from '../verb.js'

/** Makes the patch between two objects. */
export const diff: Verb = {
  summary: 'print the patch that turns one object into another',
  help: `usage: apimachinery diff ORIGINAL MODIFIED [options]

Prints the patch that turns the object of the first file into that of the second; - is standard input. Of files with several objects
those of one kind, namespace and name are compared, and each that changes is printed with its patch.
With -f it compares files with a cluster: see apimachinery-client diff --help.

      --type TYPE       strategic (default), merge or json
  -o, --output FORMAT   json (default) or yaml
      --scheme MODULE   JavaScript module that exports addToScheme(scheme), for custom types; repeatable`,
  run: async (args, io) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        scheme: inputOptions.scheme,
        type: { type: 'string', default: 'strategic' },
        output: { type: 'string', short: 'o', default: 'json' },
      },
    })
    const type = patchTypeOption(values.type)
    if (type === PatchType.Apply)
      throw new UsageError('--type apply: not available: what is applied is no difference of two objects')
    const format = outputFormat(values.output, ['json', 'yaml'])
    if (positionals.length !== 2) throw new UsageError('give two files: ORIGINAL and MODIFIED')
    const codecs = new CodecFactory(await loadScheme({ modules: values.scheme ?? [], cwd: io.cwd }), {
      unstructured: true,
    })
    const [from = '', to = ''] = positionals
    const [original, modified] = [await readAll(from, codecs, io), await readAll(to, codecs, io)]
    if (original === undefined || modified === undefined) return 1
    const text = (value: JSONValue): string =>
      format.name === 'yaml' ? jsonToYAML(value) : `${stringifyJSON(value, { keys: keysOf(type) })}\n`
    if (original.length === 1 && modified.length === 1) {
      io.write(text(makePatch(original[0]!, modified[0]!, type) as JSONValue))
      return 0
    }
    const { pairs, alone } = pairObjects({ path: from, objects: original }, { path: to, objects: modified })
    const changes = pairs.flatMap(({ object, before, after }) => {
      const patch = makePatch(before, after, type)
      return Object.keys(patch as object).length === 0 ? [] : [{ object, patch } as unknown as JSONValue]
    })
    io.write(changes.map(text).join(format.name === 'yaml' ? '---\n' : ''))
    for (const line of alone) io.warn(line)
    return alone.length === 0 ? 0 : 1
  },
}

/** The steps of a JSON Patch read best with `op` first. */
function keysOf(type: PatchType): 'kept' | 'sorted' {
  return type === PatchType.JSON ? 'kept' : 'sorted'
}

/** The objects of a file; undefined when one could not be read, which has been reported. */
async function readAll(path: string, codecs: CodecFactory, io: CommandIO): Promise<KubernetesObject[] | undefined> {
  const objects: KubernetesObject[] = []
  const failures = await forEachObject({ paths: [path], codecs, io }, ({ object }) => void objects.push(object))
  if (failures > 0) return undefined
  if (objects.length === 0) throw new UsageError(`${path}: ${noObjects}`, 1)
  return objects
}

function makePatch(original: KubernetesObject, modified: KubernetesObject, type: PatchType): unknown {
  if (type === PatchType.JSON) return createJSONPatch(original, modified)
  if (type === PatchType.Merge) return createMergePatch(original, modified)
  if (original.apiVersion !== modified.apiVersion || original.kind !== modified.kind) {
    throw new UsageError('a strategic merge patch needs two objects of one kind; try --type merge', 1)
  }
  return createTwoWayMergePatch(original, modified)
}
