import { CustomResourceDefinition } from '../src/api/apiextensions/v1/types.gen.js'
import { registerCustomResource } from '../src/openapi/custom-resource/register-custom-resource.js'
import { groupVersionKindOf } from '../src/runtime/scheme/kind-access.js'
import type { Scheme } from '../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../src/runtime/serializer/codec-factory.js'
import { readObjects } from './read-objects.js'
import { UsageError } from './usage-error.js'
import type { CommandIO } from './verb.js'

/**
 * Registers the custom resources that the definitions in a file or folder define; other objects in it are passed over.
 *
 * @returns the definitions.
 * @throws {@link UsageError} when nothing is defined there or a definition cannot be read, MachineryError for a schema that a
 * server would not take.
 */
export async function loadCustomResources(
  scheme: Scheme,
  path: string,
  io: CommandIO,
): Promise<CustomResourceDefinition[]> {
  const codecs = new CodecFactory(scheme, { unstructured: true })
  const definitions: CustomResourceDefinition[] = []
  for (const read of readObjects({ paths: [path], codecs, io })) {
    if (read === undefined) throw new UsageError(`--crds ${path}: holds what cannot be read`)
    const { object } = read.decoded
    const { group, kind } = groupVersionKindOf(object)
    if (group !== 'apiextensions.k8s.io' || kind !== 'CustomResourceDefinition') continue
    scheme.default(object)
    const definition = scheme.convert(object, CustomResourceDefinition)
    registerCustomResource(definition, { scheme })
    definitions.push(definition)
  }
  if (definitions.length === 0) throw new UsageError(`--crds ${path}: no CustomResourceDefinition`)
  return definitions
}
