import { deleteObject, waitForDeletion } from '../../resources/delete-objects.js'
import { objectName, resourceOf } from '../../resources/object-info.js'
import { ObjectSequence } from '../../resources/object-sequence.js'
import { withSource } from '../../resources/source-error.js'
import { requestOptions } from '../../resources/write-options.js'
import { connect, globalHelp, globalOptions } from '../global-options.js'
import {
  changeOptions,
  checksKinds,
  dryRunOf,
  fileOptions,
  finderFor,
  forEachObject,
  outcomeText,
  validationOf,
} from '../object-options.js'
import { parseArguments } from '../parse-arguments.js'
import { UsageError } from '../usage-error.js'
import type { Verb } from '../verb.js'

/** Replaces objects by manifests. */
export const replace: Verb = {
  summary: 'replace objects with those of files or standard input',
  help: `usage: apimachinery-client replace -f FILENAME [options]

  -f, --filename FILE, -R, --recursive
      --force               delete first, then create
      --dry-run MODE, --validate MODE, --field-manager NAME, -o, --output FORMAT
${globalHelp}`,
  run: async (args, io) => {
    const { values } = parseArguments({
      args: [...args],
      options: { ...globalOptions, ...fileOptions, ...changeOptions, force: { type: 'boolean' } },
    })
    if (values.filename === undefined) throw new UsageError('must specify one of -f and -k')
    const dryRun = dryRunOf(values['dry-run'])
    const sequence = new ObjectSequence(values.output ?? '')
    const fieldManager = values['field-manager'] ?? 'kubectl-replace'
    const write = requestOptions({
      dryRun,
      fieldManager,
      fieldValidation: validationOf(values.validate),
      signal: io.signal,
    })
    const session = await connect(values, io)
    try {
      await forEachObject(
        finderFor(session, io, { ...values, checkKinds: checksKinds(values) }).manifests(),
        async (info) => {
          const resource = resourceOf(session.client, info)
          let { object } = info
          try {
            if (dryRun === 'client') object = await resource.get(info.name, { signal: io.signal })
            else if (values.force === true) {
              const uid = await deleteObject(session.client, info, { dryRun, signal: io.signal })
              await waitForDeletion(session.client, info, { uid, timeoutMilliseconds: 5 * 60_000, signal: io.signal })
              object = await resource.create(object, write)
            } else object = await resource.update(object, write)
          } catch (error) {
            throw withSource('replacing', info.source, error)
          }
          io.write(sequence.next({ ...info, object }) ?? `${objectName(info)} ${outcomeText('replaced', dryRun)}\n`)
        },
      )
      return 0
    } finally {
      await session.client.close()
    }
  },
}
