import { describe, expect, test } from 'vitest'
import { deepCopy, scalar, struct } from '../../src/descriptor/index.js'
import { TypedObject } from '../../src/runtime/objects/typed-object.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../../src/runtime/serializer/codec-factory.js'
import { GroupVersion } from '../../src/schema/group-version.js'
import { GroupVersionKind } from '../../src/schema/group-version-kind.js'

/** A kind whose JSON has a field of the method's name. */
class Sheet extends TypedObject {
  static readonly groupVersionKind: GroupVersionKind<Sheet> = new GroupVersionKind('example.com', 'v1', 'Sheet')
  static readonly descriptor = struct('com.example.v1.Sheet', () => [
    ['kind', 1, scalar('string'), '?'],
    ['apiVersion', 2, scalar('string'), '?'],
    ['deepCopy', 3, scalar('string'), '?'],
    ['spec', 4, struct('com.example.v1.SheetSpec', () => [['size', 1, scalar('int32'), '?']]), '?'],
  ])
}

const scheme = new Scheme()
scheme.addKnownTypes(new GroupVersion('example.com', 'v1'), Sheet)
const text = '{"kind":"Sheet","apiVersion":"example.com/v1","deepCopy":"yes","spec":{"size":1}}'

describe('a field named deepCopy', () => {
  for (const mode of ['faithful', 'strict', 'canonical'] as const) {
    const codecs = new CodecFactory(scheme, { mode })
    const read = () => codecs.universalDeserializer().decode(text).object

    test(`is data in mode ${mode}, in every format, and the function copies the object`, () => {
      const object = read()
      expect(Object.getOwnPropertyDescriptor(object, 'deepCopy')?.value).toBe('yes')
      const copy = deepCopy(object)
      expect(copy).toStrictEqual(object)
      expect(copy).toBeInstanceOf(Sheet)
      expect((copy as unknown as { spec: object }).spec).not.toBe((object as unknown as { spec: object }).spec)
      for (const { mediaType, serializer } of codecs.supportedMediaTypes()) {
        const again = codecs.universalDeserializer().decode(serializer.encode(object)).object
        expect(JSON.parse(JSON.stringify(again)), mediaType).toEqual(JSON.parse(text))
      }
    })

    test(`does not hinder conversion, which copies, in mode ${mode}`, () => {
      expect(scheme.convertToVersion(read(), new GroupVersion('example.com', 'v1'))).toEqual(read())
    })
  }

  test('leaves the method where the object does not have the field', () => {
    expect(new Sheet({ spec: { size: 1 } }).deepCopy()).toStrictEqual(new Sheet({ spec: { size: 1 } }))
  })
})
