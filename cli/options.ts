/** Options of every verb that reads objects. */
export const inputOptions: {
  readonly filename: { readonly type: 'string'; readonly short: 'f'; readonly multiple: true }
  readonly scheme: { readonly type: 'string'; readonly multiple: true }
} = { filename: { type: 'string', short: 'f', multiple: true }, scheme: { type: 'string', multiple: true } }

/** The part of `--help` about {@link inputOptions}. */
export const inputHelp = `  -f, --filename PATH   file, folder (searched for .yaml .yml .json .pb .cbor) or - for standard input; repeatable
      --scheme MODULE   JavaScript module that exports addToScheme(scheme), for custom types; repeatable`

/** Options of every verb that writes objects. */
export const outputOptions: {
  readonly output: { readonly type: 'string'; readonly short: 'o'; readonly default: 'yaml' }
  readonly 'output-dir': { readonly type: 'string' }
  readonly 'keep-comments': { readonly type: 'boolean'; readonly default: false }
} = {
  output: { type: 'string', short: 'o', default: 'yaml' },
  'output-dir': { type: 'string' },
  'keep-comments': { type: 'boolean', default: false },
}

/** The part of `--help` about {@link outputOptions}. */
export const outputHelp = `  -o, --output FORMAT   yaml (default), json, protobuf or cbor
      --output-dir DIR  write one file for each object into this folder
      --keep-comments   edit the input YAML instead of writing it anew: comments, order and quotes are kept`
