import { describe, expect, it } from 'vitest'
import { isMachineryError } from '../../src/errors/machinery-error.js'
import { isMissingKind } from '../../src/runtime/objects/missing-kind-error.js'
import { isMissingVersion } from '../../src/runtime/objects/missing-version-error.js'
import { TypedObject } from '../../src/runtime/objects/typed-object.js'
import { Unstructured } from '../../src/runtime/objects/unstructured.js'
import { isNotRegisteredError } from '../../src/runtime/scheme/not-registered-error.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { SchemeBuilder } from '../../src/runtime/scheme/scheme-builder.js'
import { GroupKind } from '../../src/schema/group-kind.js'
import { GroupVersion } from '../../src/schema/group-version.js'
import { GroupVersionKind } from '../../src/schema/group-version-kind.js'
import { thrown } from '../thrown.js'
import { CronTabInternal, CronTabListV1, CronTabV1, CronTabV1Beta1, group, internal, v1, v1beta1 } from './crontab.js'

function scheme(): Scheme {
  return new Scheme({ name: 'test' })
    .addKnownTypes(v1, CronTabV1, CronTabListV1)
    .addKnownTypes(v1beta1, CronTabV1Beta1)
    .addKnownTypes(internal, CronTabInternal)
}

class Status extends TypedObject {
  static readonly groupVersionKind = new GroupVersionKind<Status>('', 'v1', 'Status')
  static readonly descriptor = CronTabV1.descriptor
}

describe('registration', () => {
  it('finds the class of a kind and the kinds of an object', () => {
    const s = scheme()
    expect(s.classFor(CronTabV1.groupVersionKind)).toBe(CronTabV1)
    expect(s.recognizes(v1beta1.withKind('CronTab'))).toBe(true)
    expect(s.recognizes(v1beta1.withKind('Other'))).toBe(false)
    expect(s.objectKinds(new CronTabV1())).toEqual({ gvks: [v1.withKind('CronTab')], unversioned: false })
  })

  it('allows the same registration twice', () => {
    expect(scheme().addKnownTypes(v1, CronTabV1).allKnownTypes()).toHaveLength(4)
  })

  it('refuses a second class for a kind and names both', () => {
    const error = thrown(() => scheme().addKnownTypeWithName(v1.withKind('CronTab'), CronTabV1Beta1))
    expect(isMachineryError(error, 'DoubleRegistration') && error.message).toBe(
      'Double registration of different types for stable.example.com/v1, Kind=CronTab: ' +
        'old=com.example.stable.v1.CronTab, new=com.example.stable.v1beta1.CronTab in scheme "test"',
    )
  })

  it('refuses a kind without a version', () => {
    const error = thrown(() => new Scheme().addKnownTypes(new GroupVersion('g', ''), CronTabV1))
    expect(isMachineryError(error, 'VersionRequired') && error.message).toBe(
      'version is required on all types: g/, Kind=CronTab v1.CronTab',
    )
  })

  it('registers one class under several kinds', () => {
    const s = scheme().addKnownTypeWithName(v1.withKind('Alias'), CronTabV1)
    expect(s.objectKinds(new CronTabV1()).gvks.map(String)).toEqual([
      `${group}/v1, Kind=CronTab`,
      `${group}/v1, Kind=Alias`,
    ])
    expect(s.new(v1.withKind('Alias')).kind).toBe('Alias')
  })

  it('registers classes under their own kinds', () => {
    const s = new Scheme().addKinds(CronTabV1, CronTabV1Beta1)
    expect(s.observedVersions().map(String)).toEqual([`${group}/v1`, `${group}/v1beta1`])
  })

  it('registers nothing any more once frozen', () => {
    const s = scheme().freeze()
    expect(s.frozen).toBe(true)
    const attempts = [
      () => s.addKnownTypes(v1, CronTabV1),
      () => s.addUnversionedTypes(v1, Status),
      () => s.addConversion(CronTabV1, CronTabV1Beta1, () => new CronTabV1Beta1()),
      () => s.addTypeDefaultingFunc(CronTabV1, () => {}),
      () => s.setVersionPriority(v1),
      () => s.addHub(CronTabV1),
      () => s.addIgnoredConversionType(CronTabV1, CronTabV1Beta1),
      () => s.addFieldLabelConversionFunc(CronTabV1.groupVersionKind, (label, value) => ({ label, value })),
      () => s.addValidationFunc(CronTabV1, () => []),
    ]
    for (const attempt of attempts) expect(isMachineryError(thrown(attempt), 'SchemeFrozen')).toBe(true)
    expect(s.new(CronTabV1.groupVersionKind)).toBeInstanceOf(CronTabV1)
  })

  it('is built from functions', () => {
    const builder = new SchemeBuilder((s) => void s.addKnownTypes(v1, CronTabV1))
    builder.register((s) => void s.addKnownTypes(v1beta1, CronTabV1Beta1))
    const { addToScheme } = builder
    const s = new Scheme()
    addToScheme(s)
    expect(s.allKnownTypes()).toHaveLength(2)
    expect(builder.build().frozen).toBe(true)
  })
})

describe('new', () => {
  it('makes an empty object that says its kind', () => {
    const object = scheme().new(CronTabV1.groupVersionKind)
    expect(object).toBeInstanceOf(CronTabV1)
    expect({ ...object }).toEqual({ apiVersion: `${group}/v1`, kind: 'CronTab' })
  })

  it('makes objects of internal types without a kind', () => {
    expect(Object.keys(scheme().new(CronTabInternal.groupVersionKind))).toEqual([])
  })

  it.each([
    [v1.withKind('Nope'), `no kind "Nope" is registered for version "${group}/v1" in scheme "test"`],
    [
      internal.withKind('Nope'),
      `no kind "Nope" is registered for the internal version of group "${group}" in scheme "test"`,
    ],
    [new GroupVersionKind('', 'v7', ''), 'no version "v7" has been registered in scheme "test"'],
  ])('refuses %s', (gvk, message) => {
    const error = thrown(() => scheme().new(gvk))
    expect(isNotRegisteredError(error) && error.message).toBe(message)
  })
})

describe('objectKinds', () => {
  it('refuses classes that are not registered', () => {
    const error = thrown(() => scheme().objectKinds(new Status()))
    expect(isNotRegisteredError(error) && error.message).toBe(
      'no kind is registered for the type v1.Status in scheme "test"',
    )
  })

  it('takes the kind that unstructured and plain objects say', () => {
    const say = { apiVersion: 'any/v1', kind: 'Thing' }
    for (const object of [new Unstructured(say), say]) {
      expect(scheme().objectKinds(object)).toEqual({
        gvks: [new GroupVersionKind('any', 'v1', 'Thing')],
        unversioned: false,
      })
    }
  })

  it.each([
    [{ apiVersion: 'v1' }, isMissingKind, "Object 'Kind' is missing in 'unstructured object has no kind'"],
    [{ kind: 'X' }, isMissingVersion, "Object 'apiVersion' is missing in 'unstructured object has no version'"],
    [
      { apiVersion: 'a/b/c', kind: 'X' },
      isMissingKind,
      "Object 'Kind' is missing in 'unstructured object has no kind'",
    ],
    [{ apiVersion: 1, kind: {} }, isMissingKind, "Object 'Kind' is missing in 'unstructured object has no kind'"],
  ])('refuses %j', (content, guard, message) => {
    const error = thrown(() => scheme().objectKinds(new Unstructured(content)))
    expect(guard(error) && (error as Error).message).toBe(message)
  })

  it('recognises objects made by another loaded copy of their class', () => {
    class CronTab extends TypedObject {
      static readonly groupVersionKind = CronTabV1.groupVersionKind
      static readonly descriptor = { ...CronTabV1.descriptor, name: CronTabV1.descriptor.name }
    }
    expect(scheme().objectKinds(new CronTab()).gvks).toEqual([CronTabV1.groupVersionKind])
  })

  it('is not misled by data named constructor', () => {
    const object = Object.assign(new CronTabV1(), { constructor: CronTabV1Beta1 })
    expect(scheme().objectKinds(object).gvks).toEqual([CronTabV1.groupVersionKind])
  })
})

describe('unversioned types', () => {
  const s = scheme().addUnversionedTypes(new GroupVersion('', 'v1'), Status)

  it('are created for any group and version', () => {
    const object = s.new(new GroupVersionKind('other', 'v9', 'Status'))
    expect(object).toBeInstanceOf(Status)
    expect(object.apiVersion).toBe('other/v9')
  })

  it('are distinguished', () => {
    expect(s.isUnversioned(new Status())).toBe(true)
    expect(s.isUnversioned(new CronTabV1())).toBe(false)
    expect(scheme().isUnversioned(new Status())).toBeUndefined()
    expect(s.objectKinds(new Status()).unversioned).toBe(true)
  })

  it('have a name of their own', () => {
    class Other extends TypedObject {
      static readonly groupVersionKind = new GroupVersionKind<Other>('x', 'v1', 'Status')
      static readonly descriptor = CronTabV1Beta1.descriptor
    }
    expect(() => s.addUnversionedTypes(new GroupVersion('x', 'v1'), Other)).toThrow(
      'has already been registered as unversioned kind "x/v1, Kind=Status" - kind name must be unique in scheme "test"',
    )
  })
})

describe('versions', () => {
  it('are observed in the order of registration, the internal one never', () => {
    expect(scheme().observedVersions().map(String)).toEqual([`${group}/v1`, `${group}/v1beta1`])
    expect(scheme().isGroupRegistered(group)).toBe(true)
    expect(scheme().isGroupRegistered('other')).toBe(false)
    expect(scheme().isVersionRegistered(v1beta1)).toBe(true)
    expect(scheme().isVersionRegistered(internal)).toBe(false)
  })

  it('follow the priority that is set, then the order of registration', () => {
    const v2 = new GroupVersion(group, 'v2')
    const s = scheme().setVersionPriority(v2, v1beta1)
    const other = new GroupVersion('other', 'v1')
    s.addKnownTypes(other, CronTabV1)
    expect(s.prioritizedVersionsForGroup(group)).toEqual([v2, v1beta1, v1])
    expect(s.versionsForGroupKind(new GroupKind(group, 'CronTab'))).toEqual([v1beta1, v1])
    expect(s.versionsForGroupKind(new GroupKind(group, 'CronTabList'))).toEqual([v1])
    expect(s.prioritizedVersionsAllGroups()).toEqual([v2, v1beta1, v1, other])
    expect(s.preferredVersionAllGroups()).toEqual([v2, other])
  })

  it.each([
    [[internal], `internal versions cannot be prioritized: ${group}/__internal`],
    [[v1, new GroupVersion('a', 'v1')], `must register versions for exactly one group: a, ${group}`],
    [[], 'must register versions for exactly one group: '],
  ])('cannot be prioritised as %s', (versions, message) => {
    const error = thrown(() => scheme().setVersionPriority(...versions))
    expect(isMachineryError(error, 'InvalidVersionPriority') && error.message).toBe(message)
  })

  it('list their kinds', () => {
    const s = scheme()
    expect([...s.knownTypes(v1)]).toEqual([
      ['CronTab', CronTabV1],
      ['CronTabList', CronTabListV1],
    ])
    expect([...s.knownTypesForGroupKind(new GroupKind(group, 'CronTab')).keys()]).toEqual([
      'v1',
      'v1beta1',
      '__internal',
    ])
  })
})

describe('the rest', () => {
  it('renames field labels', () => {
    const s = scheme().addFieldLabelConversionFunc(CronTabV1.groupVersionKind, (label, value) => ({
      label: label.replace('spec.old', 'spec.new'),
      value,
    }))
    expect(s.convertFieldLabel(CronTabV1.groupVersionKind, { label: 'spec.old', value: 'x' })).toEqual({
      label: 'spec.new',
      value: 'x',
    })
    const gvk = CronTabV1Beta1.groupVersionKind
    expect(s.convertFieldLabel(gvk, { label: 'metadata.name', value: 'x' }).label).toBe('metadata.name')
    expect(() => s.convertFieldLabel(gvk, { label: 'spec.old', value: 'x' })).toThrow(
      '"spec.old" is not a known field selector: only "metadata.name", "metadata.namespace"',
    )
  })

  it('names kinds for OpenAPI', () => {
    const s = scheme().addKnownTypeWithName(new GroupVersionKind('stable.example.com', 'v1', 'Loose'), Unstructured)
    expect(s.toOpenAPIDefinitionName(CronTabV1.groupVersionKind)).toBe('com.example.stable.v1.CronTab')
    expect(s.toOpenAPIDefinitionName(v1.withKind('Loose'))).toBe('com.example.stable.v1.Loose')
    expect(() => s.toOpenAPIDefinitionName(v1.withKind('Nope'))).toThrow('no kind "Nope" is registered')
  })

  it('names no kind for OpenAPI without its group, version or kind', () => {
    const s = scheme().addKnownTypeWithName(new GroupVersionKind('', 'v1', 'Loose'), Unstructured)
    const attempt = (group: string, version: string, kind: string) =>
      thrown(() => s.toOpenAPIDefinitionName(new GroupVersionKind(group, version, kind)))
    expect(attempt('stable.example.com', '', 'CronTab')).toMatchObject({
      code: 'VersionRequired',
      message: 'version is required on all types: stable.example.com/, Kind=CronTab',
    })
    expect(attempt('', 'v1', 'Loose')).toMatchObject({
      code: 'InvalidKind',
      message:
        'unable to convert GroupVersionKind with empty fields to unstructured type to an OpenAPI definition name: /v1, Kind=Loose',
    })
  })

  it('prints its name', () => {
    expect(String(scheme())).toBe('test')
  })
})
