import { withLastApplied } from '../../resources/last-applied.js'
import { objectName, resourceOf } from '../../resources/object-info.js'
import { ObjectSequence } from '../../resources/object-sequence.js'
import { withSource } from '../../resources/source-error.js'
import { requestOptions } from '../../resources/write-options.js'
import { creatorNames, findCreator } from '../create/creators.js'
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

const kindHelp = `      --dry-run MODE            none, client or server
      --save-config, --validate MODE, --field-manager NAME, -o, --output FORMAT`

/** Creates the objects of manifests, or one out of options. */
export const create: Verb = {
  summary: 'create objects from files or standard input, or one from options',
  help: `usage: apimachinery-client create (-f FILENAME | KIND NAME) [options]

KIND is one of
${creatorNames.map((name) => `      ${name}`).join('\n')}
apimachinery-client create KIND --help describes one.

  -f, --filename FILE       file, folder or - for standard input; repeatable
  -R, --recursive           include subfolders
      --dry-run MODE        none, client or server
      --save-config         save the manifest in an annotation, for apply
      --validate MODE       strict (default), warn or ignore
      --field-manager NAME
  -o, --output FORMAT       json, yaml, name, jsonpath=…, custom-columns=…
${globalHelp}`,
  helpOf: async (args) => {
    const creator = await findCreator(args)?.load()
    return creator && `usage: apimachinery-client create ${creator.usage}\n\n${kindHelp}\n${globalHelp}`
  },
  run: async (args, io) => {
    const found = findCreator(args)
    if (found !== undefined) {
      const { createKind } = await import('./create-kind.js')
      return createKind({ name: found.name, creator: await found.load() }, found.rest, io)
    }
    const { values, positionals } = parseArguments({
      args: [...args],
      allowPositionals: true,
      options: { ...globalOptions, ...fileOptions, ...changeOptions, 'save-config': { type: 'boolean' } },
    })
    if (positionals.length > 0) {
      throw new UsageError(
        `Unexpected args: [${positionals.join(' ')}]\nSee 'apimachinery-client create -h' for help and examples`,
      )
    }
    if (values.filename === undefined) throw new UsageError('must specify one of -f and -k')
    const dryRun = dryRunOf(values['dry-run'])
    const sequence = new ObjectSequence(values.output ?? '')
    const write = requestOptions({
      dryRun,
      fieldManager: values['field-manager'] ?? 'kubectl-create',
      fieldValidation: validationOf(values.validate),
      signal: io.signal,
    })
    const session = await connect(values, io)
    try {
      const count = await forEachObject(
        finderFor(session, io, { ...values, checkKinds: checksKinds(values) }).manifests(),
        async (info) => {
          let object = values['save-config'] === true ? withLastApplied(info.object) : info.object
          try {
            if (dryRun !== 'client') object = await resourceOf(session.client, info).create(object, write)
          } catch (error) {
            throw withSource('creating', info.source, error)
          }
          const named = {
            ...info,
            object,
            name: (object as { metadata?: { name?: string } }).metadata?.name ?? info.name,
          }
          io.write(sequence.next(named) ?? `${objectName(named)} ${outcomeText('created', dryRun)}\n`)
        },
      )
      if (count === 0) throw new UsageError('no objects passed to create')
      return 0
    } finally {
      await session.client.close()
    }
  },
}
