import { describe, expect, it } from 'vitest'
import { isConversionError } from '../../src/conversion/conversion-error.js'
import { isUnstructured, Unstructured, UnstructuredList } from '../../src/runtime/objects/unstructured.js'
import { internalGroupVersioner } from '../../src/runtime/scheme/group-versioners.js'
import { isNotRegisteredError } from '../../src/runtime/scheme/not-registered-error.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { GroupVersion } from '../../src/schema/group-version.js'
import { thrown } from '../thrown.js'
import {
  CronTabInternal,
  CronTabListV1,
  CronTabListV1Beta1,
  CronTabV1,
  CronTabV1Beta1,
  convertingScheme,
  cronTabScheme,
  group,
  internal,
  v1,
  v1beta1,
  v1ToBeta,
} from './crontab.js'

const sample = (): CronTabV1 =>
  new CronTabV1({ metadata: { name: 'x' }, spec: { schedule: { minute: '*/5' }, replicas: 2 } })

describe('convert', () => {
  it('converts to the class asked for and says its kind', () => {
    const beta = convertingScheme().convert(sample(), CronTabV1Beta1)
    expect(beta).toBeInstanceOf(CronTabV1Beta1)
    expect({ ...beta }).toEqual({
      apiVersion: `${group}/v1beta1`,
      kind: 'CronTab',
      metadata: { name: 'x' },
      spec: { cronSpec: '*/5', replicas: 2 },
    })
  })

  it('makes an object of what a conversion returns as plain JSON', () => {
    const s = cronTabScheme().addConversion(
      CronTabV1,
      CronTabV1Beta1,
      () => ({ spec: { cronSpec: '1' } }) as CronTabV1Beta1,
    )
    const beta = s.convert(sample(), CronTabV1Beta1)
    expect(beta).toBeInstanceOf(CronTabV1Beta1)
    expect(beta.apiVersion).toBe(`${group}/v1beta1`)
  })

  it('corrects the kind of an object spread from the other version', () => {
    const s = cronTabScheme().addConversion(CronTabV1, CronTabV1Beta1, (from) => new CronTabV1Beta1({ ...from }))
    expect(s.convert(sample(), CronTabV1Beta1).apiVersion).toBe(`${group}/v1beta1`)
  })

  it('passes the context on', () => {
    const seen: unknown[] = []
    const s = cronTabScheme().addConversion(CronTabV1, CronTabV1Beta1, (from, scope) => {
      seen.push(scope.meta.context)
      return v1ToBeta(from)
    })
    s.convert(sample(), CronTabV1Beta1, 'why')
    s.convertToVersion(sample(), v1beta1)
    expect(seen).toEqual(['why', v1beta1])
  })

  it('reads unstructured and plain objects as their class first', () => {
    const json = { apiVersion: `${group}/v1`, kind: 'CronTab', spec: { schedule: { minute: '7' } } }
    for (const object of [new Unstructured(json), json]) {
      expect(convertingScheme().convert(object, CronTabV1Beta1).spec).toEqual({ cronSpec: '7' })
    }
    const unknown = new Unstructured({ apiVersion: 'a/v1', kind: 'B' })
    expect(isNotRegisteredError(thrown(() => convertingScheme().convert(unknown, CronTabV1)))).toBe(true)
    const wrong = new Unstructured({ ...json, spec: { schedule: { minute: 7 } } })
    expect(() => convertingScheme().convert(wrong, CronTabV1)).toThrow(/spec\.schedule\.minute/)
  })

  it('makes typed objects unstructured', () => {
    const typed = sample()
    const loose = convertingScheme().convert(typed, Unstructured)
    expect(isUnstructured(loose)).toBe(true)
    expect({ ...loose }).toEqual({ ...typed })
    expect(loose.metadata).not.toBe(typed.metadata)
  })

  it('makes internal objects unstructured through the version of the context', () => {
    const s = cronTabScheme()
      .addKnownTypes(internal, CronTabInternal)
      .addConversion(CronTabInternal, CronTabV1, (from) => new CronTabV1({ metadata: from.metadata }))
    const object = new CronTabInternal({ metadata: { name: 'x' } })
    expect({ ...s.convert(object, Unstructured, v1) }).toEqual({
      apiVersion: `${group}/v1`,
      kind: 'CronTab',
      metadata: { name: 'x' },
    })
    expect(() => s.convert(object, Unstructured)).toThrow(
      'unable to convert the internal object type internal.CronTab to Unstructured without providing a preferred version',
    )
  })

  it('says which conversion is missing', () => {
    const error = thrown(() => cronTabScheme().convert(sample(), CronTabV1Beta1))
    expect(isConversionError(error) && error.message).toBe(
      'converting (v1.CronTab) to (v1beta1.CronTab): unknown conversion',
    )
  })
})

describe('lists', () => {
  it('convert item by item without a conversion of their own', () => {
    const list = new CronTabListV1({ metadata: { name: 'l' }, items: [sample(), sample()], extra: 1 })
    const converted = convertingScheme().convertToVersion(list, v1beta1) as CronTabListV1Beta1
    expect(converted).toBeInstanceOf(CronTabListV1Beta1)
    expect(converted.apiVersion).toBe(`${group}/v1beta1`)
    expect(
      converted.items.map((item) => [item instanceof CronTabV1Beta1, item.apiVersion, item.spec?.cronSpec]),
    ).toEqual([
      [true, `${group}/v1beta1`, '*/5'],
      [true, `${group}/v1beta1`, '*/5'],
    ])
    expect(converted).toMatchObject({ metadata: { name: 'l' }, extra: 1 })
    expect(list.items[0]).toEqual(sample())
  })

  it('say what is missing when their items do not convert', () => {
    expect(() => cronTabScheme().convertToVersion(new CronTabListV1({ items: [] }), v1beta1)).toThrow(
      'converting (v1.CronTabList) to (v1beta1.CronTabList): unknown conversion',
    )
  })

  it('of unstructured items are read typed', () => {
    const list = new UnstructuredList({
      apiVersion: `${group}/v1`,
      kind: 'CronTabList',
      items: [{ spec: { schedule: { minute: '9' } } }],
    })
    const converted = convertingScheme().convert(list, CronTabListV1Beta1)
    expect(converted.items[0]?.spec).toEqual({ cronSpec: '9' })
  })
})

describe('hubs', () => {
  const viaInternal = (): Scheme =>
    cronTabScheme()
      .addKnownTypes(internal, CronTabInternal)
      .addConversion(CronTabV1, CronTabInternal, (from) => new CronTabInternal({ spec: from.spec?.schedule }))
      .addConversion(
        CronTabInternal,
        CronTabV1Beta1,
        (from) => new CronTabV1Beta1({ spec: { cronSpec: from.spec?.minute } }),
      )

  it('are the internal type when there is one', () => {
    const beta = viaInternal().convertToVersion(sample(), v1beta1) as CronTabV1Beta1
    expect(beta.spec).toEqual({ cronSpec: '*/5' })
    expect(beta.apiVersion).toBe(`${group}/v1beta1`)
  })

  it('carry no kind when they are internal', () => {
    const object = viaInternal().convertToVersion(sample(), internalGroupVersioner)
    expect(object).toBeInstanceOf(CronTabInternal)
    expect(Object.keys(object)).toEqual(['spec'])
  })

  it('may be any registered version', () => {
    class CronTabV2 extends CronTabV1 {
      static override readonly groupVersionKind = new GroupVersion(group, 'v2').withKind<CronTabV2>('CronTab')
      static override readonly descriptor = { ...CronTabV1.descriptor, name: 'com.example.stable.v2.CronTab' } as never
    }
    const v2 = new GroupVersion(group, 'v2')
    const s = convertingScheme()
      .addKnownTypes(v2, CronTabV2)
      .addHub(CronTabV1)
      .addConversion(CronTabV2, CronTabV1, ({ spec }) => new CronTabV1({ spec }))
      .addConversion(CronTabV1, CronTabV2, ({ spec }) => new CronTabV2({ spec }))
    const beta = s.convert(new CronTabV2({ spec: { schedule: { minute: '3' } } }), CronTabV1Beta1)
    expect(beta.spec).toEqual({ cronSpec: '3' })
    expect(s.convert(beta, CronTabV2).spec).toEqual({ schedule: { minute: '3' } })
  })

  it('are named when a step to or from them is missing', () => {
    const s = cronTabScheme()
      .addKnownTypes(internal, CronTabInternal)
      .addConversion(CronTabV1, CronTabInternal, () => new CronTabInternal())
    expect(() => s.convertToVersion(sample(), v1beta1)).toThrow(
      'converting (v1.CronTab) to (v1beta1.CronTab): unknown conversion; ' +
        'through (internal.CronTab) the step (internal.CronTab) to (v1beta1.CronTab) is missing',
    )
  })
})

describe('convertToVersion', () => {
  it('copies, also when nothing is converted', () => {
    const object = sample()
    const same = convertingScheme().convertToVersion(object, v1)
    expect(same).toEqual(object)
    expect(same).not.toBe(object)
    expect((same as CronTabV1).metadata).not.toBe(object.metadata)
    const beta = convertingScheme().convertToVersion(object, v1beta1) as CronTabV1Beta1
    expect(beta.metadata).not.toBe(object.metadata)
  })

  it('does not copy when unsafe', () => {
    const object = sample()
    expect(convertingScheme().unsafeConvertToVersion(object, v1)).toBe(object)
    const beta = convertingScheme().unsafeConvertToVersion(object, v1beta1) as CronTabV1Beta1
    expect(beta.metadata).toBe(object.metadata)
  })

  it('never changes the object it was given', () => {
    const object = Object.freeze(sample())
    const s = convertingScheme().addKnownTypeWithName(new GroupVersion('other', 'v1').withKind('Tab'), CronTabV1)
    const renamed = s.unsafeConvertToVersion(object, new GroupVersion('other', 'v1'))
    expect(renamed).toMatchObject({ apiVersion: 'other/v1', kind: 'Tab' })
    expect(object.apiVersion).toBe(`${group}/v1`)
  })

  it('refuses a target that takes none of the kinds', () => {
    const error = thrown(() => convertingScheme().convertToVersion(sample(), new GroupVersion('else', 'v1')))
    expect(isNotRegisteredError(error) && error.message).toBe(
      'v1.CronTab is not suitable for converting to "else/v1" in scheme "test"',
    )
  })

  it('refuses a kind that the target version lacks', () => {
    const error = thrown(() => convertingScheme().convertToVersion(sample(), new GroupVersion(group, 'v7')))
    expect(isNotRegisteredError(error) && error.message).toBe(
      `no kind "CronTab" is registered for version "${group}/v7" in scheme "test"`,
    )
  })

  it('leaves unversioned objects as they are', () => {
    const s = new Scheme().addUnversionedTypes(new GroupVersion('', 'v1'), CronTabV1Beta1)
    const object = s.convertToVersion(new CronTabV1Beta1({ apiVersion: 'v1' }), new GroupVersion('apps', 'v1'))
    expect(object).toBeInstanceOf(CronTabV1Beta1)
    expect(object.apiVersion).toBe('v1')
  })

  it('refuses unregistered classes', () => {
    expect(isNotRegisteredError(thrown(() => new Scheme().convertToVersion(sample(), v1)))).toBe(true)
  })
})

describe('generated, hand-written and ignored conversions', () => {
  it('are chosen in the order ignored, hand-written, generated', () => {
    const s = cronTabScheme().addConversion(
      CronTabV1,
      CronTabV1Beta1,
      () => new CronTabV1Beta1({ spec: { cronSpec: 'hand' } }),
    )
    s.addGeneratedConversionFunc(
      CronTabV1,
      CronTabV1Beta1,
      () => new CronTabV1Beta1({ spec: { cronSpec: 'generated' } }),
    )
    expect(s.convert(sample(), CronTabV1Beta1).spec?.cronSpec).toBe('hand')
    s.addIgnoredConversionType(CronTabV1, CronTabV1Beta1)
    expect({ ...s.convert(sample(), CronTabV1Beta1) }).toEqual({ apiVersion: `${group}/v1beta1`, kind: 'CronTab' })
  })
})

describe('defaults and validation', () => {
  it('fill by function first, then what the descriptor declares', () => {
    const s = convertingScheme().addTypeDefaultingFunc(CronTabV1, (object) => {
      object.spec ??= { schedule: { minute: '*' } }
    })
    const object = new CronTabV1()
    s.default(object)
    expect(object.spec).toEqual({ schedule: { minute: '*' }, replicas: 1 })
    const set = new CronTabV1({ spec: { schedule: { minute: '1' }, replicas: 5 } })
    s.default(set)
    expect(set.spec?.replicas).toBe(5)
  })

  it('leave unstructured and unregistered objects alone', () => {
    const loose = new Unstructured({ apiVersion: `${group}/v1`, kind: 'CronTab', spec: {} })
    convertingScheme().default(loose)
    expect(loose.spec).toEqual({})
    const foreign = new CronTabV1({ spec: { schedule: { minute: '1' } } })
    new Scheme().default(foreign)
    expect(foreign.spec).toEqual({ schedule: { minute: '1' } })
  })

  it('call the validation function with the operation and the old object', () => {
    const calls: unknown[][] = []
    const s = convertingScheme().addValidationFunc(CronTabV1, (...call) => {
      calls.push(call)
      return []
    })
    const [object, old] = [sample(), sample()]
    expect(s.hasValidationFunc(object)).toBe(true)
    expect(s.hasValidationFunc(new CronTabV1Beta1())).toBe(false)
    expect(s.validate(object, { subresources: ['status'] })).toEqual([])
    s.validateUpdate(object, old, { options: { gate: true } })
    expect(s.validate(new CronTabV1Beta1())).toEqual([])
    expect(calls).toEqual([
      [{ type: 'Create', subresources: ['status'] }, object, undefined],
      [{ type: 'Update', options: { gate: true } }, object, old],
    ])
  })
})
