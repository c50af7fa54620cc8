import type { KubernetesObject } from '../src/runtime/objects/typed-object.js'
import type { Scheme } from '../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../src/runtime/serializer/codec-factory.js'
import type { InputDocument } from './documents.js'
import { encoderOf, outputFormat } from './formats.js'
import { loadScheme } from './load-scheme.js'
import { objectOutput } from './object-output.js'
import { objectText } from './object-text.js'
import { forEachObject } from './read-objects.js'
import type { CommandIO } from './verb.js'

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
  const scheme = await loadScheme(options.scheme ?? [], io.cwd)
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
