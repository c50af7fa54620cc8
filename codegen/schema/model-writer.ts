import type { Diagnostics } from '../diagnostics/diagnostic.js'
import type { ApiModel } from '../ir/model.js'
import { TypeIndex } from '../ir/type-index.js'
import { mostStructs, SchemaWriter, type SchemaWriterOptions } from './schema-writer.js'

/** Makes a writer of structural schemas for the types of a model. */
export function modelSchemaWriter(
  model: ApiModel,
  options: { docs: boolean; diagnostics?: Diagnostics } & Partial<
    Pick<SchemaWriterOptions, 'reference' | 'scalar' | 'isOpenEnum'>
  >,
): SchemaWriter {
  const index = new TypeIndex(model)
  const { diagnostics, ...rest } = options
  return new SchemaWriter({
    ...rest,
    resolve: (ref) => index.resolve(ref)?.declaration,
    tooLarge: (ref) =>
      diagnostics?.error(
        'crd-size',
        `the schema has more than ${mostStructs} objects, the last of them ${ref.name}`,
        index.resolve(ref)?.declaration.span,
      ),
    recursive: (ref) =>
      diagnostics?.warning(
        'crd-recursive',
        `type ${ref.name} contains itself: a structural schema cannot say that, it becomes an object with any content`,
        index.resolve(ref)?.declaration.span,
      ),
  })
}
