import { expect, test } from 'vitest'
import { addConversionsToScheme } from '../../../src/api/conversion/add-conversions-to-scheme.gen.js'
import { addToScheme } from '../../../src/api/index.js'
import type { ConversionType } from '../../../src/conversion/conversion-type.js'
import type { TypeDescriptor } from '../../../src/descriptor/types.js'
import type { KindClass } from '../../../src/runtime/objects/typed-object.js'
import { Scheme } from '../../../src/runtime/scheme/scheme.js'

/** Remembers between which kinds values are taken over as they are. */
class RecordingScheme extends Scheme {
  readonly pairs: [KindClass, KindClass][] = []

  override addGeneratedConversionFunc(from: ConversionType, to: ConversionType): this {
    this.pairs.push([from as KindClass, to as KindClass])
    return this
  }
}

/** Fields that only one side has, or that have another type there: \`path: why\`. */
function* differences(from: TypeDescriptor, to: TypeDescriptor, path: string): Generator<string, void> {
  if (path.split('.').length > 14) return
  if (from.kind !== to.kind) yield `${path}: ${from.kind} is no ${to.kind}`
  else if (from.kind === 'list' && to.kind === 'list') yield* differences(from.element, to.element, `${path}[]`)
  else if (from.kind === 'map' && to.kind === 'map') yield* differences(from.value, to.value, `${path}{}`)
  else if (from.kind === 'struct' && to.kind === 'struct' && from !== to) {
    for (const { name, type } of from.properties) {
      const other = to.propertyByName.get(name)
      if (other === undefined) yield `${path}.${name}: missing in ${to.name}`
      else yield* differences(type, other.type, `${path}.${name}`)
    }
  }
}

test('kinds whose values are taken over have the same fields, all the way down', () => {
  const scheme = new RecordingScheme()
  addToScheme(scheme)
  addConversionsToScheme(scheme)
  expect(scheme.pairs.length).toBeGreaterThan(100)
  const handWritten = new Set(['PodCertificateRequest', 'Deployment', 'RoleBinding', 'ClusterRoleBinding'])
  const found = scheme.pairs
    .filter(([{ groupVersionKind }]) => !handWritten.has(groupVersionKind.kind))
    .flatMap(([from, to]) => [...differences(from.descriptor, to.descriptor, String(from.groupVersionKind))])
  expect(found).toEqual([])
})
