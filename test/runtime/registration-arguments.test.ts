import { describe, expect, test } from 'vitest'
import { Pod, PodList } from '../../src/api/core/v1/index.js'
import { Scheme } from '../../src/runtime/scheme.js'
import { SchemeBuilder } from '../../src/runtime/scheme-builder.js'
import { GroupVersion } from '../../src/schema/group-version.js'
import { machineryErrorOf } from '../thrown.js'

const v1 = new GroupVersion('', 'v1')

class NoKind {}

const noClasses: Record<string, unknown> = {
  null: null,
  undefined: undefined,
  '7': 7,
  '"Pod"': 'Pod',
  'an array': [Pod],
  'class NoKind': NoKind,
  'a plain object': { groupVersionKind: Pod.groupVersionKind, descriptor: Pod.descriptor },
  'a function without a name': (() => () => {})(),
}

const noNames: Record<string, unknown> = {
  null: null,
  undefined: undefined,
  '"apps/v1"': 'apps/v1',
  'a plain object': { group: 'apps', version: 'v1', kind: 'Deployment' },
  'class Pod': Pod,
}

const noFunctions: Record<string, unknown> = { null: null, undefined: undefined, '"fill"': 'fill', 'class Pod': Pod }

// biome-ignore lint/suspicious/noExplicitAny: what plain JavaScript may call
type Untyped = any

function refused(call: (scheme: Untyped) => unknown): string {
  const scheme = new Scheme()
  const error = machineryErrorOf(() => call(scheme))
  expect(error.code).toBe('InvalidArgument')
  expect(scheme.allKnownTypes()).toEqual([])
  expect(scheme.observedVersions()).toEqual([])
  return error.message
}

function fill(): void {}

describe.each(Object.entries(noClasses))('class %s', (text, type) => {
  test.each<[string, (scheme: Untyped) => unknown]>([
    ['addKnownTypes', (scheme) => scheme.addKnownTypes(v1, Pod, type)],
    ['addKinds', (scheme) => scheme.addKinds(PodList, type)],
    ['addKnownTypeWithName', (scheme) => scheme.addKnownTypeWithName(v1.withKind('Pod'), type)],
    ['addUnversionedTypes', (scheme) => scheme.addUnversionedTypes(v1, Pod, type)],
    ['addHub', (scheme) => scheme.addHub(type)],
    ['addTypeDefaultingFunc', (scheme) => scheme.addTypeDefaultingFunc(type, fill)],
    ['addValidationFunc', (scheme) => scheme.addValidationFunc(type, fill)],
  ])('%s names it', (_, call) => {
    expect(refused(call)).toContain(`not a class of a kind: ${text};`)
  })
})

test('conversions are for classes and descriptors', () => {
  for (const [text, type] of Object.entries({ null: null, '"Pod"': 'Pod', 'a plain object': { kind: 'Pod' } })) {
    for (const verb of [
      'addConversion',
      'addConversionFunc',
      'addGeneratedConversionFunc',
      'addIgnoredConversionType',
    ]) {
      expect(refused((scheme) => scheme[verb](type, Pod, fill))).toMatch(`not for ${text}`)
      expect(refused((scheme) => scheme[verb](Pod, type, fill))).toMatch(`not for ${text}`)
    }
  }
  expect(() => new Scheme().addConversion(NoKind, Pod.descriptor, () => ({}))).not.toThrow()
})

describe.each(Object.entries(noNames))('names %s', (text, names) => {
  test.each<[string, (scheme: Untyped) => unknown]>([
    ['addKnownTypes', (scheme) => scheme.addKnownTypes(names, Pod)],
    ['addUnversionedTypes', (scheme) => scheme.addUnversionedTypes(names, Pod)],
    ['setVersionPriority', (scheme) => scheme.setVersionPriority(v1, names)],
    ['addKnownTypeWithName', (scheme) => scheme.addKnownTypeWithName(names, Pod)],
    ['addFieldLabelConversionFunc', (scheme) => scheme.addFieldLabelConversionFunc(names, fill)],
  ])('%s names them', (_, call) => {
    expect(refused(call)).toMatch(new RegExp(`^not a GroupVersion(Kind)?: ${text}$`))
  })
})

describe.each(Object.entries(noFunctions))('function %s', (text, given) => {
  test.each<[string, (scheme: Untyped) => unknown]>([
    ['addConversion', (scheme) => scheme.addConversion(Pod, PodList, given)],
    ['addGeneratedConversionFunc', (scheme) => scheme.addGeneratedConversionFunc(Pod, PodList, given)],
    ['addFieldLabelConversionFunc', (scheme) => scheme.addFieldLabelConversionFunc(v1.withKind('Pod'), given)],
    ['addTypeDefaultingFunc', (scheme) => scheme.addTypeDefaultingFunc(Pod, given)],
    ['addValidationFunc', (scheme) => scheme.addValidationFunc(Pod, given)],
    ['SchemeBuilder', () => new SchemeBuilder(given as Untyped)],
    ['SchemeBuilder.register', () => new SchemeBuilder().register(given as Untyped)],
  ])('%s names it', (_, call) => {
    expect(refused(call)).toMatch(new RegExp(`is a function, not ${text}$`))
  })
})
