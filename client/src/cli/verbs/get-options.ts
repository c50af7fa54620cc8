import { globalOptions } from '../global-options.js'
import { fileOptions } from '../object-options.js'
import { parseArguments } from '../parse-arguments.js'
import { UsageError } from '../usage-error.js'

const options = {
  ...globalOptions,
  ...fileOptions,
  output: { type: 'string', short: 'o', default: '' },
  selector: { type: 'string', short: 'l' },
  'field-selector': { type: 'string' },
  'all-namespaces': { type: 'boolean', short: 'A' },
  'ignore-not-found': { type: 'boolean' },
  'no-headers': { type: 'boolean' },
  'show-labels': { type: 'boolean' },
  'show-kind': { type: 'boolean' },
  'show-managed-fields': { type: 'boolean' },
  'label-columns': { type: 'string', short: 'L', multiple: true },
  'sort-by': { type: 'string' },
  'chunk-size': { type: 'string', default: '500' },
  subresource: { type: 'string' },
  watch: { type: 'boolean', short: 'w' },
  'watch-only': { type: 'boolean' },
  'output-watch-events': { type: 'boolean' },
  raw: { type: 'string' },
} as const

/** The arguments of `get`. */
export interface GetArguments {
  readonly values: ReturnType<typeof parse>['values']
  readonly positionals: readonly string[]
}

/** The options of `get`. @throws UsageError in kubectl's wording for combinations that it rejects */
export function parseGet(args: readonly string[]): GetArguments {
  const parsed = parse(args)
  checkCombinations(parsed)
  return parsed
}

function parse(args: readonly string[]) {
  return parseArguments({ args: [...args], allowPositionals: true, options })
}

function checkCombinations({ values, positionals }: GetArguments): void {
  const { output, raw } = values
  const watches = values.watch === true || values['watch-only'] === true
  if (raw !== undefined) {
    if (positionals.length > 0) throw new UsageError('arguments may not be passed when --raw is specified')
    if (watches || values.selector !== undefined) {
      throw new UsageError(
        '--raw may not be specified with other flags that filter the server request or alter the output',
      )
    }
    if (output !== '') throw new UsageError('--raw and --output are mutually exclusive')
  }
  if (values['show-labels'] === true && output !== '' && output !== 'wide') {
    throw new UsageError(`--show-labels option cannot be used with ${output} printer`)
  }
  if (values['label-columns'] !== undefined && output.startsWith('custom-columns')) {
    throw new UsageError(`--label-columns option cannot be used with ${output} printer`)
  }
  if (values['output-watch-events'] === true && !watches) {
    throw new UsageError('--output-watch-events option can only be used with --watch or --watch-only')
  }
}
