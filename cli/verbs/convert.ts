import { parseArgs } from 'node:util'
import { MachineryError } from '../../src/errors/machinery-error.js'
import { messageOf } from '../../src/errors/message-of.js'
import { groupVersionKindOf } from '../../src/runtime/kind-access.js'
import type { Scheme } from '../../src/runtime/scheme.js'
import type { KubernetesObject } from '../../src/runtime/typed-object.js'
import { isUnstructured } from '../../src/runtime/unstructured.js'
import type { GroupVersion } from '../../src/schema/group-version.js'
import { parseGroupVersion } from '../../src/schema/parse.js'
import { inputHelp, inputOptions, outputHelp, outputOptions } from '../options.js'
import { rewriteObjects } from '../rewrite-objects.js'
import { UsageError } from '../usage-error.js'
import type { Verb } from '../verb.js'

/** Converts objects between the versions of their group. */
export const convert: Verb = {
  summary: 'convert objects to another version of their group, or to another encoding',
  help: `usage: apimachinery convert -f PATH [options]

Converts each object of the group of --output-version to that version; objects of other groups keep theirs. Without
--output-version every object keeps its version and only the encoding changes. Fields that are not known are kept.

${inputHelp}
      --output-version GROUP/VERSION
      --default         fill in defaults first
${outputHelp}`,
  run: async (args, io) => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...inputOptions,
        ...outputOptions,
        'output-version': { type: 'string' },
        default: { type: 'boolean', default: false },
      },
    })
    const target = outputVersion(values['output-version'])
    return rewriteObjects(values, io, (object, scheme) => {
      if (values.default) scheme.default(object)
      return convertObject(object, scheme, target)
    })
  },
}

/** The object in the version that was asked for, when that is another version of its own group. */
function convertObject(object: KubernetesObject, scheme: Scheme, target: GroupVersion | undefined): KubernetesObject {
  const { group, version, kind } = groupVersionKindOf(object)
  if (target === undefined || target.group !== group || target.version === version) return object
  if (isUnstructured(object)) {
    const message = `cannot convert to ${target}: ${kind} of ${group}/${version} is not a known kind (see --scheme)`
    throw new MachineryError('NotRegistered', message)
  }
  return scheme.convertToVersion(object, target)
}

function outputVersion(text: string | undefined): GroupVersion | undefined {
  if (text === undefined) return undefined
  try {
    return parseGroupVersion(text)
  } catch (error) {
    throw new UsageError(`--output-version ${text}: ${messageOf(error)}`)
  }
}
