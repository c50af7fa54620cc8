import { describe, expectTypeOf, it } from 'vitest'
import { fromUnstructured, Scheme, SchemeBuilder, type Unstructured } from '../../src/runtime/index.js'
import type { KubernetesObject } from '../../src/runtime/objects/typed-object.js'
import type { KindRegistrar } from '../../src/runtime/scheme/kind-registrar.js'
import { JSONCodecFactory } from '../../src/runtime/serializer/json-codec-factory.js'
import { GroupVersionKind } from '../../src/schema/group-version-kind.js'
import { CronTabV1, CronTabV1Beta1, v1, v1beta1, v1ToBeta } from '../runtime/crontab.js'

const scheme = new Scheme().addKinds(CronTabV1, CronTabV1Beta1).addConversion(CronTabV1, CronTabV1Beta1, v1ToBeta)

describe('types of the Scheme', () => {
  it('new returns the class of its own kind', () => {
    expectTypeOf(scheme.new(CronTabV1.groupVersionKind)).toEqualTypeOf<CronTabV1>()
    expectTypeOf(scheme.new<KubernetesObject>).returns.toEqualTypeOf<KubernetesObject>()
    const plain = (): KubernetesObject => scheme.new(new GroupVersionKind('', 'v1', 'Pod'))
    expectTypeOf(plain).returns.toEqualTypeOf<KubernetesObject>()
  })

  it('convert returns the class asked for', () => {
    expectTypeOf(scheme.convert(new CronTabV1(), CronTabV1Beta1)).toEqualTypeOf<CronTabV1Beta1>()
    expectTypeOf(scheme.convertToVersion(new CronTabV1(), v1beta1)).toEqualTypeOf<KubernetesObject>()
  })

  it('conversion functions take and return the classes they are registered for', () => {
    new Scheme().addConversion(CronTabV1, CronTabV1Beta1, (from, scope) => {
      expectTypeOf(from).toEqualTypeOf<CronTabV1>()
      expectTypeOf(scope.convert(from, CronTabV1)).toEqualTypeOf<CronTabV1>()
      return new CronTabV1Beta1()
    })
    // @ts-expect-error the result has to be of the target class
    new Scheme().addConversion(CronTabV1, CronTabV1Beta1, () => 'x')
    // @ts-expect-error the function is for the opposite direction
    new Scheme().addConversion(CronTabV1Beta1, CronTabV1, v1ToBeta)
  })

  it('defaulting and validation functions take their class', () => {
    new Scheme()
      .addTypeDefaultingFunc(CronTabV1, (object) => expectTypeOf(object).toEqualTypeOf<CronTabV1>())
      .addValidationFunc(CronTabV1, (operation, object, old) => {
        expectTypeOf(operation.type).toEqualTypeOf<'Create' | 'Update'>()
        expectTypeOf(object).toEqualTypeOf<CronTabV1>()
        expectTypeOf(old).toEqualTypeOf<CronTabV1 | undefined>()
        return []
      })
  })

  it('decoding into a class returns it', () => {
    const decoder = new JSONCodecFactory(scheme).universalDecoder(v1)
    const decode = () => decoder.decode('', { into: CronTabV1 }).object
    expectTypeOf(decode).returns.toEqualTypeOf<CronTabV1>()
    const read = (loose: Unstructured) => fromUnstructured(loose, CronTabV1)
    expectTypeOf(read).returns.toEqualTypeOf<CronTabV1>()
    expectTypeOf(new CronTabV1().deepCopy()).toEqualTypeOf<CronTabV1>()
  })

  it('generated registration works with any registrar', () => {
    const addToScheme = (registrar: KindRegistrar): void => void registrar.addKnownTypes(v1, CronTabV1)
    new SchemeBuilder(addToScheme).build()
    expectTypeOf<Scheme>().toExtend<KindRegistrar>()
  })
})
