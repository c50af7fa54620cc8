import { parseArgs } from 'node:util'
import { MachineryError } from '../../src/errors/machinery-error.js'
import { messageOf } from '../../src/errors/message-of.js'
import type { KubernetesObject } from '../../src/runtime/objects/typed-object.js'
import { isUnstructured } from '../../src/runtime/objects/unstructured.js'
import { fromUnstructured } from '../../src/runtime/objects/unstructured-converter.js'
import { groupVersionKindOf } from '../../src/runtime/scheme/kind-access.js'
import type { Scheme } from '../../src/runtime/scheme/scheme.js'
import type { GroupVersion } from '../../src/schema/group-version.js'
import { parseGroupVersion } from '../../src/schema/parse.js'
import { convertWithDefaults } from '../convert-with-defaults.js'
import { at } from '../finding.js'
import { inputHelp, inputOptions, outputHelp, outputOptions } from '../options.js'
import { rewriteObjects } from '../rewrite-objects.js'
import { UsageError } from '../usage-error.js'
import type { Verb } from '../verb.js'

/** Converts objects between the versions of their group. */
export const convert: Verb = {
  summary: 'convert objects to another version of their group, or to another encoding',
  help: `usage: apimachinery convert -f PATH [options]

Converts each object that has a version in the group of --output-version to that version; other objects keep theirs.
What is left to defaults is written down where those of the new version differ, such as the selector of an old Deployment.
Versions that are no longer served are supported, and kinds that have moved to another group: extensions/v1beta1.
Without --output-version every object keeps its version and only the encoding changes. Unknown fields are kept.

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
    let met = false
    return rewriteObjects(values, io, {
      rewrite: (object, { scheme, document }) => {
        if (values.default) scheme.default(object)
        const converted = convertItems(object, scheme, (item) => {
          const { object: result, kept } = convertWithDefaults(
            item,
            (one) => convertObject(one, scheme, target),
            scheme,
          )
          if (kept.length > 0) io.warn(at(document, undefined, keptNote(item, result, kept)))
          return result
        })
        met ||= groupVersionKindOf(converted).group === target?.group
        return converted
      },
      check: (scheme) => {
        const isKnown = target === undefined || met || scheme.isVersionRegistered(target)
        return isKnown ? undefined : `--output-version ${target}: no kind of it is known, and no object is of its group`
      },
    })
  },
}

/** Converts an object, or the items of a list of any kinds. */
function convertItems(
  object: KubernetesObject,
  scheme: Scheme,
  convertOne: (item: KubernetesObject) => KubernetesObject,
): KubernetesObject {
  const { items } = object as { items?: unknown }
  if (object.kind !== 'List' || !Array.isArray(items)) return convertOne(object)
  for (const [index, item] of (items as (KubernetesObject | null)[]).entries()) {
    if (item === null) continue
    const type = scheme.classFor(groupVersionKindOf(item))
    items[index] = convertOne(type === undefined ? item : fromUnstructured(item, type))
  }
  return object
}

function keptNote(from: KubernetesObject, to: KubernetesObject, fields: readonly string[]): string {
  return `note: the defaults of ${from.apiVersion} and ${to.apiVersion} differ, so those of ${from.apiVersion} are written: ${fields.join(', ')}`
}

/** The object in the requested version, if that is another version of its kind. */
function convertObject(object: KubernetesObject, scheme: Scheme, target: GroupVersion | undefined): KubernetesObject {
  const { group, version, kind } = groupVersionKindOf(object)
  if (target === undefined) return object
  if (target.group !== group) return movedObject(object, scheme, target)
  if (target.version === version) return object
  if (isUnstructured(object)) {
    const message = `cannot convert to ${target}: ${kind} of ${group}/${version} is not a known kind (see --scheme)`
    throw new MachineryError('NotRegistered', message)
  }
  return scheme.convertToVersion(object, target)
}

/** The object in another group, when its kind has moved there or come from there. */
function movedObject(object: KubernetesObject, scheme: Scheme, target: GroupVersion): KubernetesObject {
  const gvk = groupVersionKindOf(object)
  const [from, to] = [scheme.classFor(gvk), scheme.classFor(target.withKind(gvk.kind))]
  if (from === undefined || to === undefined || scheme.converter.path(from, to) === undefined) return object
  return scheme.convert(object, to)
}

function outputVersion(text: string | undefined): GroupVersion | undefined {
  if (text === undefined) return undefined
  try {
    return parseGroupVersion(text)
  } catch (error) {
    throw new UsageError(`--output-version ${text}: ${messageOf(error)}`)
  }
}
