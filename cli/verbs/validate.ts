import { parseArgs } from 'node:util'
import { groupVersionKindOf } from '../../src/runtime/kind-access.js'
import type { Scheme } from '../../src/runtime/scheme.js'
import { CodecFactory } from '../../src/runtime/serializer/codec-factory.js'
import { isUnstructured } from '../../src/runtime/unstructured.js'
import type { InputDocument } from '../documents.js'
import { describeEveryFailure } from '../every-finding.js'
import { at, placesIn } from '../finding.js'
import { loadScheme } from '../load-scheme.js'
import { inputHelp, inputOptions } from '../options.js'
import { forEachObject } from '../read-objects.js'
import type { CommandIO, Verb } from '../verb.js'

/** Reads strictly and reports every finding with its place. */
export const validate: Verb = {
  summary: 'read strictly: report unknown and duplicate fields and wrong types, with their place',
  help: `usage: apimachinery validate -f PATH [options]

Prints each finding as file:line:column: message and exits with 1 when there is any. Kinds that are not known are
checked for their syntax only, and named.

${inputHelp}
      --known-only      a kind that is not known is a finding`,
  run: async (args, io) => {
    const { values } = parseArgs({
      args: [...args],
      options: { ...inputOptions, 'known-only': { type: 'boolean', default: false } },
    })
    const scheme = await loadScheme(values.scheme ?? [], io.cwd)
    const codecs = new CodecFactory(scheme, { strict: true, unstructured: !values['known-only'] })
    let valid = 0
    let refused = 0
    const failures = forEachObject(
      { paths: values.filename ?? [], codecs, io, describe: describeEveryFailure },
      ({ object }, document) => {
        if (isUnstructured(object)) {
          io.warn(
            at(
              document,
              undefined,
              `note: ${groupVersionKindOf(object)}: not a known kind, only its syntax was checked`,
            ),
          )
        }
        if (reportFieldErrors(object, { scheme, document, io })) refused++
        else valid++
      },
    )
    const bad = failures + refused
    io.write(`${valid} valid, ${bad} refused\n`)
    return bad === 0 ? 0 : 1
  },
}

interface Check {
  readonly scheme: Scheme
  readonly document: InputDocument
  readonly io: CommandIO
}

/** Runs the validation functions registered for the kind; true when they object. */
function reportFieldErrors(object: object, { scheme, document, io }: Check): boolean {
  if (!scheme.hasValidationFunc(object)) return false
  const errors = scheme.validate(object)
  const placeOf = placesIn(document)
  for (const error of errors) io.warn(at(document, placeOf(error.field), error.message))
  return errors.length > 0
}
