import { describe, expect, it } from 'vitest'
import { fieldOf } from './read-tags.js'

describe('tags of fields', () => {
  it.each<[string, string, object]>([
    ['+optional', 'a: string', { required: false }],
    ['+required', 'a: string', { required: true }],
    ['+kubebuilder:validation:Optional', 'a: string', { required: false }],
    ['+kubebuilder:validation:Required', 'a: string', { required: true }],
    ['+nullable', 'a?: string', { nullable: true }],
    ['+kubebuilder:validation:Nullable', 'a?: string', { nullable: true }],
    ['+default="x"', 'a?: string', { default: 'x' }],
    ['+default={"a":[1]}', 'a?: unknown', { default: { a: [1] } }],
    ['+default=ref(Five)', 'a?: int32', { default: 5 }],
    ['+kubebuilder:default=3', 'a?: int32', { default: 3 }],
    ['+kubebuilder:default:=abc', 'a?: string', { default: 'abc' }],
    ['+listType=set', 'a?: string[]', { listType: 'set' }],
    ['+listType=atomic', 'a?: string[]', { listType: 'atomic' }],
    ['+mapType=atomic', 'a?: Record<string, string>', { mapType: 'atomic' }],
    ['+structType=atomic', 'a?: Inner', { structType: 'atomic' }],
    ['+patchStrategy=merge', 'a?: Inner[]', { patchStrategy: 'merge' }],
    ['+patchMergeKey=a', 'a?: Inner[]', { patchMergeKey: 'a' }],
    ['+kubebuilder:validation:Minimum=1', 'a?: int32', { schema: { minimum: 1 } }],
    ['+kubebuilder:validation:Maximum=9', 'a?: int32', { schema: { maximum: 9 } }],
    ['+kubebuilder:validation:ExclusiveMinimum=true', 'a?: int32', { schema: { exclusiveMinimum: true } }],
    ['+kubebuilder:validation:ExclusiveMaximum=true', 'a?: int32', { schema: { exclusiveMaximum: true } }],
    ['+kubebuilder:validation:MultipleOf=2', 'a?: int32', { schema: { multipleOf: 2 } }],
    ['+kubebuilder:validation:MinLength=1', 'a?: string', { schema: { minLength: 1 } }],
    ['+kubebuilder:validation:MaxLength=9', 'a?: string', { schema: { maxLength: 9 } }],
    ['+kubebuilder:validation:Pattern=`^a+$`', 'a?: string', { schema: { pattern: '^a+$' } }],
    ['+kubebuilder:validation:Format=ipv4', 'a?: string', { schema: { format: 'ipv4' } }],
    ['+kubebuilder:validation:Enum=a;b', 'a?: string', { schema: { enum: ['a', 'b'] } }],
    ['+kubebuilder:validation:MinItems=1', 'a?: string[]', { schema: { minItems: 1 } }],
    ['+kubebuilder:validation:MaxItems=2', 'a?: string[]', { schema: { maxItems: 2 } }],
    ['+kubebuilder:validation:UniqueItems=true', 'a?: string[]', { schema: { uniqueItems: true } }],
    ['+kubebuilder:validation:items:MaxLength=3', 'a?: string[]', { schema: { items: { maxLength: 3 } } }],
    ['+kubebuilder:validation:MinProperties=1', 'a?: Record<string, string>', { schema: { minProperties: 1 } }],
    ['+kubebuilder:validation:MaxProperties=2', 'a?: Record<string, string>', { schema: { maxProperties: 2 } }],
    [
      '+kubebuilder:validation:XValidation:rule="self > 1",message="small"',
      'a?: int32',
      { schema: { rules: [{ rule: 'self > 1', message: 'small' }] } },
    ],
    [
      '+kubebuilder:validation:EmbeddedResource',
      'a?: RawExtension',
      { schema: { extra: { 'x-kubernetes-embedded-resource': true } } },
    ],
    [
      '+kubebuilder:pruning:PreserveUnknownFields',
      'a?: Inner',
      { schema: { extra: { 'x-kubernetes-preserve-unknown-fields': true } } },
    ],
    ['+kubebuilder:validation:Type=string', 'a?: Inner', { schema: { extra: { type: 'string' } } }],
    ['+kubebuilder:example=1', 'a?: int32', { schema: { extra: { example: 1 } } }],
    ['+kubebuilder:title=T', 'a?: int32', { schema: { title: 'T' } }],
  ])('%s on %s', async (tag, property, expected) => {
    const { options } = await fieldOf(`  // ${tag}\n  ${property}`)
    expect(options).toEqual(expected)
  })

  it('+listMapKey requires +listType=map', async () => {
    const { options } = await fieldOf('  // +listType=map\n  // +listMapKey=a\n  // +listMapKey=b\n  c?: Inner[]')
    expect(options).toEqual({ listType: 'map', listMapKeys: ['a', 'b'] })
  })

  it('+k8s:conversion-gen=false', async () => {
    expect((await fieldOf('  // +k8s:conversion-gen=false\n  a?: string')).skipConversion).toBe(true)
  })

  it('+protobuf=N', async () => {
    expect((await fieldOf('  // +protobuf=7\n  a?: string')).number).toBe(7)
  })

  it('reads tags in block comments, and their prose as documentation', async () => {
    const field = await fieldOf('  /**\n   * How many.\n   *\n   * +default=1\n   */\n  a?: int32')
    expect([field.doc, field.options.default]).toEqual(['How many.', 1])
  })
})
