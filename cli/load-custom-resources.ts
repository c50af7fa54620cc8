import { CustomResourceDefinition } from '../src/api/apiextensions/v1/types.gen.js'
import { isMachineryError } from '../src/errors/machinery-error.js'
import { registerCustomResource } from '../src/openapi/custom-resource/register-custom-resource.js'
import type { KubernetesObject } from '../src/runtime/objects/typed-object.js'
import { groupVersionKindOf } from '../src/runtime/scheme/kind-access.js'
import type { Scheme } from '../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../src/runtime/serializer/codec-factory.js'
import { type InputFile, resolveInputs } from './input.js'
import { ObjectJudge } from './judge-objects.js'
import { readFile, readObjects } from './read-objects.js'
import { isSystemError, UsageError } from './usage-error.js'
import type { CommandIO } from './verb.js'

/**
 * Registers the custom resources that definitions among the input define, so that their order does not matter. A definition that
 * cannot be read, or that a cluster would refuse, is passed over: it is reported where it is read as an object.
 */
export async function loadGivenDefinitions(
  scheme: Scheme,
  paths: readonly string[],
  io: CommandIO,
): Promise<CustomResourceDefinition[]> {
  const quiet = { ...io, warn: () => undefined, terminal: undefined }
  const codecs = new CodecFactory(scheme, { unstructured: true })
  const judge = new ObjectJudge({ scheme, io: quiet, namespace: 'default' })
  const definitions: CustomResourceDefinition[] = []
  for (const file of resolveInputs(paths, io)) {
    if (!mayDefine(file)) continue
    for (const read of readFile(file, { paths: [], codecs, io: quiet })) {
      const definition = read && (await registered(read.decoded.object, scheme, judge))
      if (definition !== undefined) definitions.push(definition)
    }
  }
  return definitions
}

/** Most files define nothing, and need not be read twice. */
function mayDefine(file: InputFile): boolean {
  try {
    return Buffer.from(file.read()).includes('CustomResourceDefinition')
  } catch (error) {
    if (isSystemError(error)) return false
    throw error
  }
}

async function registered(
  object: KubernetesObject,
  scheme: Scheme,
  judge: ObjectJudge,
): Promise<CustomResourceDefinition | undefined> {
  try {
    const definition = definitionIn(object, scheme)
    if (definition === undefined || (await judge.refusal(object)) !== undefined) return undefined
    registerCustomResource(definition, { scheme })
    return definition
  } catch (error) {
    if (isMachineryError(error)) return undefined
    throw error
  }
}

function definitionIn(object: KubernetesObject, scheme: Scheme): CustomResourceDefinition | undefined {
  const { group, kind } = groupVersionKindOf(object)
  if (group !== 'apiextensions.k8s.io' || kind !== 'CustomResourceDefinition') return undefined
  scheme.default(object)
  return scheme.convert(object, CustomResourceDefinition)
}

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
    const definition = definitionIn(read.decoded.object, scheme)
    if (definition === undefined) continue
    registerCustomResource(definition, { scheme })
    definitions.push(definition)
  }
  if (definitions.length === 0) throw new UsageError(`--crds ${path}: no CustomResourceDefinition`)
  return definitions
}
