import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { stringifyJSON } from 'apimachinery/json'
import { PatchType } from 'apimachinery/patch'
import { groupVersionKindOf, type Unstructured } from 'apimachinery/runtime'
import { yamlToJSON } from 'apimachinery/runtime/serializer/yaml'
import { type ObjectInfo, resourceOf } from '../../resources/object-info.js'
import { ObjectSequence } from '../../resources/object-sequence.js'
import { ThreeWayPatcher } from '../../resources/three-way-patch.js'
import { requestOptions } from '../../resources/write-options.js'
import { connect, globalHelp, globalOptions } from '../global-options.js'
import { changeOptions, dryRunOf, fileOptions, finderFor, forEachObject } from '../object-options.js'
import { parseArguments } from '../parse-arguments.js'
import { UsageError } from '../usage-error.js'
import type { Verb } from '../verb.js'

const types: Readonly<Record<string, PatchType>> = {
  json: PatchType.JSON,
  merge: PatchType.Merge,
  strategic: PatchType.StrategicMerge,
}

/** Patches objects. */
export const patch: Verb = {
  summary: 'update fields of objects with a patch',
  help: `usage: apimachinery-client patch (-f FILENAME | TYPE NAME) (-p PATCH | --patch-file FILE) [options]

  -p, --patch PATCH         as JSON or YAML
      --patch-file FILE
      --type TYPE           strategic (default), merge or json
      --subresource NAME
      --dry-run MODE        none or server
      --field-manager NAME, -o, --output FORMAT
${globalHelp}`,
  run: async (args, io) => {
    const { values, positionals } = parseArguments({
      args: [...args],
      allowPositionals: true,
      options: {
        ...globalOptions,
        ...fileOptions,
        ...changeOptions,
        patch: { type: 'string', short: 'p' },
        'patch-file': { type: 'string' },
        type: { type: 'string', default: 'strategic' },
        subresource: { type: 'string' },
      },
    })
    const type = Object.hasOwn(types, values.type) ? types[values.type] : undefined
    if (type === undefined) {
      throw new UsageError(`--type must be one of [json merge strategic], not ${JSON.stringify(values.type)}`)
    }
    const text = await patchText(values, io.cwd)
    const dryRun = dryRunOf(values['dry-run'])
    const sequence = new ObjectSequence(values.output ?? '')
    // What begins as JSON is for the server to judge.
    const body = /^\s*\{/.test(text) ? text : stringifyJSON(yamlToJSON(text), { keys: 'kept' })
    const { fieldValidation: _, ...options } = requestOptions({
      dryRun,
      fieldManager: values['field-manager'] ?? 'kubectl-patch',
      signal: io.signal,
    })
    const patcher = new ThreeWayPatcher()
    const session = await connect(values, io)
    try {
      const errors: unknown[] = []
      const onObjectError = (error: unknown): void => void errors.push(error)
      const finder = finderFor(session, io, { ...values, args: positionals, onObjectError })
      const patchOne = async (info: ObjectInfo & { readonly object: Unstructured }): Promise<void> => {
        const resource = resourceOf(session.client, info)
        const target = values.subresource === undefined ? resource : resource.subresource(values.subresource)
        const object =
          dryRun === 'client'
            ? await patcher.apply(info.mapping.groupVersionKind, info.object, { type, body })
            : await target.patch(info.name, { type, body }, options)
        const outcome = equalObjects(object, info.object) ? 'patched (no change)' : 'patched'
        io.write(sequence.next({ ...info, object }) ?? `${answerName(info, object)} ${outcome}\n`)
      }
      const count = await forEachObject(finder.objects(), patchOne, errors)
      if (count === 0) throw new UsageError('no objects passed to patch')
      return 0
    } finally {
      await session.client.close()
    }
  },
}

/** The answer to a patch of a sub-resource may be of another kind. */
function answerName({ name }: ObjectInfo, object: Unstructured): string {
  const { group, kind } = groupVersionKindOf(object)
  return `${kind.toLowerCase()}${group === '' ? '' : `.${group}`}/${name}`
}

function equalObjects(a: Unstructured, b: Unstructured): boolean {
  return stringifyJSON(a) === stringifyJSON(b)
}

async function patchText(
  {
    patch: inline,
    'patch-file': file,
  }: { readonly patch?: string | undefined; readonly 'patch-file'?: string | undefined },
  cwd: string,
): Promise<string> {
  if (inline !== undefined && file !== undefined)
    throw new UsageError('cannot specify --patch and --patch-file together')
  if (inline !== undefined && inline !== '') return inline
  if (file === undefined)
    throw new UsageError('must specify --patch or --patch-file containing the contents of the patch')
  return readFile(resolve(cwd, file), 'utf8')
}
