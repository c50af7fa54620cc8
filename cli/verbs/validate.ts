import { parseArgs } from 'node:util'
import { newestRelease, type Release, releaseOf, releases } from '../../src/api/releases/release.js'
import { messageOf } from '../../src/errors/message-of.js'
import { newSimpleNameGenerator } from '../../src/meta/name-generator.js'
import {
  getGenerateName,
  getName,
  getNamespace,
  setName,
  setNamespace,
} from '../../src/runtime/objects/object-accessors.js'
import type { KubernetesObject } from '../../src/runtime/objects/typed-object.js'
import { isUnstructured } from '../../src/runtime/objects/unstructured.js'
import { groupVersionKindOf } from '../../src/runtime/scheme/kind-access.js'
import type { Scheme } from '../../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../../src/runtime/serializer/codec-factory.js'
import type { InputDocument } from '../documents.js'
import { describeEveryFailure } from '../every-finding.js'
import { at, placesIn } from '../finding.js'
import { withLastingInput } from '../input.js'
import { ObjectJudge } from '../judge-objects.js'
import { loadCustomResources, loadGivenDefinitions } from '../load-custom-resources.js'
import { loadScheme } from '../load-scheme.js'
import { inputHelp, inputOptions } from '../options.js'
import { readObjects } from '../read-objects.js'
import { noObjects } from '../rewrite-objects.js'
import { UsageError } from '../usage-error.js'
import type { CommandIO, Verb } from '../verb.js'

/** Reads in strict mode, validates as a cluster does, and reports every problem with its position. */
export const validate: Verb = {
  summary: 'validate objects as a cluster would, and report unknown fields and wrong types, with their position',
  help: `usage: apimachinery validate -f PATH [options]

Prints each finding as file:line:column: message and exits with 1 when there is any. Objects of built-in kinds are validated
as if they were created in a new cluster, with its messages. Warnings of the cluster are shown and do not count. Of unknown
kinds only the syntax is checked, and each is reported. Custom resources are validated by the definitions among the input.

${inputHelp}
      --crds FOLDER     CustomResourceDefinitions, to validate their custom resources, where -f has none; repeatable
  -n, --namespace NAME  namespace of objects without one (default: default)
      --kubernetes X.Y  release of the cluster: ${releases.map(({ name }) => name).join(', ')} (default: ${newestRelease.name})
      --syntax-only     report unknown and duplicate fields and wrong types only
      --known-only      an unknown kind is a finding`,
  run: async (args, processIO) => {
    const io = withLastingInput(processIO)
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...inputOptions,
        crds: { type: 'string', multiple: true },
        namespace: { type: 'string', short: 'n', default: 'default' },
        kubernetes: { type: 'string' },
        'syntax-only': { type: 'boolean', default: false },
        'known-only': { type: 'boolean', default: false },
      },
    })
    const release = givenRelease(values.kubernetes)
    const scheme = await loadScheme({ modules: values.scheme ?? [], cwd: io.cwd, release })
    for (const folder of values.crds ?? []) await loadCustomResources(scheme, folder, io)
    await loadGivenDefinitions(scheme, values.filename ?? [], io)
    const codecs = new CodecFactory(scheme, { strict: true, unstructured: !values['known-only'] })
    const judge = values['syntax-only']
      ? undefined
      : new ObjectJudge({ scheme, io, namespace: values.namespace, release })
    let valid = 0
    let bad = 0
    const input = { paths: values.filename ?? [], codecs, io, describe: describeEveryFailure, keepFaulty: true }
    for (const read of readObjects(input)) {
      const accepted = read && (await isAccepted(read.decoded.object, read.document, { scheme, io, judge }))
      if (accepted === true && !read?.faulty) valid++
      else bad++
    }
    io.write(`${valid} valid, ${bad} refused\n`)
    if (valid + bad === 0) io.warn(noObjects)
    return bad === 0 && valid > 0 ? 0 : 1
  },
}

/** The release of `--kubernetes`. */
function givenRelease(text: string | undefined): Release {
  try {
    return text === undefined ? newestRelease : releaseOf(text)
  } catch (cause) {
    throw new UsageError(`--kubernetes: ${messageOf(cause)}`)
  }
}

interface Check {
  readonly scheme: Scheme
  readonly io: CommandIO
  readonly judge: ObjectJudge | undefined
}

async function isAccepted(
  object: KubernetesObject,
  document: InputDocument,
  { scheme, io, judge }: Check,
): Promise<boolean> {
  if (isUnstructured(object) && !scheme.hasValidationFunc(object)) {
    const note = `note: ${groupVersionKindOf(object)}: not a known kind, only its syntax was checked`
    io.warn(at(document, undefined, note))
  }
  if (judge !== undefined && scheme.hasValidationFunc(object)) complete(object, scheme, judge.namespace)
  const accepted = judge === undefined || (await judge.accepts(object, document))
  return !reportFieldErrors(object, { scheme, document, io }) && accepted
}

/** Does to an object what a server does before it validates: defaults, the namespace of the request, a generated name. */
function complete(object: KubernetesObject, scheme: Scheme, namespace: string): void {
  scheme.default(object)
  const scope = scheme.classFor(groupVersionKindOf(object))?.resource?.scope
  if (scope === 'Namespaced' && getNamespace(object) === '') setNamespace(object, namespace)
  const base = getGenerateName(object)
  if (base !== '' && getName(object) === '') setName(object, newSimpleNameGenerator().generateName(base))
}

interface FieldCheck {
  readonly scheme: Scheme
  readonly document: InputDocument
  readonly io: CommandIO
}

/** Runs the validation functions registered for the kind; true when they object. */
function reportFieldErrors(object: KubernetesObject, { scheme, document, io }: FieldCheck): boolean {
  if (!scheme.hasValidationFunc(object)) return false
  const errors = scheme.validate(object)
  const placeOf = placesIn(document)
  for (const error of errors) io.warn(at(document, placeOf(error.field), error.message))
  return errors.length > 0
}
