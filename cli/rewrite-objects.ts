import { encodeUtf8 } from '../src/internal/utf8.js'
import type { Encoder } from '../src/runtime/interfaces.js'
import type { KubernetesObject } from '../src/runtime/objects/typed-object.js'
import type { Scheme } from '../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../src/runtime/serializer/codec-factory.js'
import { editYAML } from '../src/runtime/serializer/yaml/edit/edit-yaml.js'
import type { InputDocument } from './documents.js'
import { encoderOf, type OutputFormat, outputFormat } from './formats.js'
import { loadScheme } from './load-scheme.js'
import { objectOutput } from './object-output.js'
import { forEachObject } from './read-objects.js'
import { UsageError } from './usage-error.js'
import type { CommandIO } from './verb.js'

/** Writes an object that was read from a document. */
type ObjectText = (object: KubernetesObject, document: InputDocument) => Uint8Array

/**
 * The way a run writes its objects: by the encoder, or, to keep comments, into the text that they were read from.
 *
 * @throws {@link UsageError} when comments shall be kept in another format than YAML.
 */
function objectText(encoder: Encoder, format: OutputFormat, keepComments: boolean): ObjectText {
  if (!keepComments) return (object) => encoder.encode(object)
  if (format.name !== 'yaml') throw new UsageError(`--keep-comments: only with -o yaml, not with -o ${format.name}`)
  return (object, { data }) =>
    typeof data === 'string' && !isJSON(data) ? encodeUtf8(editYAML(data, object)) : encoder.encode(object)
}

function isJSON(text: string): boolean {
  return /^\s*\{/.test(text)
}

/** The values of the options of input and output. */
export interface RewriteOptions {
  readonly filename?: readonly string[] | undefined
  readonly scheme?: readonly string[] | undefined
  readonly output: string
  readonly 'output-dir'?: string | undefined
  readonly 'keep-comments': boolean
}

/** The message for an input without objects. */
export const noObjects = 'no objects found in the input'

/** What a verb may need besides the object. */
export interface RewriteContext {
  readonly scheme: Scheme
  readonly document: InputDocument
}

/** The result of a verb for an object; it may be the same one, changed. */
export type Rewrite = (
  object: KubernetesObject,
  context: RewriteContext,
) => KubernetesObject | Promise<KubernetesObject>

/**
 * Reads every object of the input and writes what `rewrite` makes of it. `check` may object when all is done.
 *
 * @returns the exit code: 1 when a document failed.
 * @throws {@link UsageError} for options that are refused.
 */
export async function rewriteObjects(
  options: RewriteOptions,
  io: CommandIO,
  { rewrite, check }: { readonly rewrite: Rewrite; readonly check?: (scheme: Scheme) => string | undefined },
): Promise<number> {
  const format = outputFormat(options.output)
  const scheme = await loadScheme({ modules: options.scheme ?? [], cwd: io.cwd })
  const codecs = new CodecFactory(scheme, { unstructured: true })
  const textOf = objectText(encoderOf(codecs, format), format, options['keep-comments'])
  const output = objectOutput(format, options['output-dir'], io)
  let written = 0
  const failures = await forEachObject({ paths: options.filename ?? [], codecs, io }, async ({ object }, document) => {
    const rewritten = await rewrite(object, { scheme, document })
    written++
    output.write(rewritten, textOf(rewritten, document))
  })
  output.end()
  const problem = written + failures === 0 ? noObjects : check?.(scheme)
  if (problem !== undefined) io.warn(problem)
  return failures === 0 && problem === undefined ? 0 : 1
}
