import { Pod, PodList } from 'apimachinery/api/core/v1'
import { TypedObject, Unstructured, UnstructuredList } from 'apimachinery/runtime'
import { GroupVersionKind } from 'apimachinery/schema'
import { describe, expect, it } from 'vitest'
import { listClassFor } from '../../src/rest/list-class.js'

class Widget extends TypedObject {
  static readonly groupVersionKind = new GroupVersionKind('example.com', 'v1', 'Widget')
  static readonly descriptor = Pod.descriptor
}

describe('the class of the lists of a kind', () => {
  it('is its own where it has one', () => {
    expect(listClassFor(Pod)).toBe(PodList)
    expect(listClassFor(Unstructured as never)).toBe(UnstructuredList)
  })

  it('is made as those of all kinds where it has none', () => {
    const made = listClassFor(Widget as never)
    expect(made.groupVersionKind).toEqual(new GroupVersionKind('example.com', 'v1', 'WidgetList'))
    // `ListMeta` is field 1 and the items are field 2 of every list of Kubernetes.
    const shape = ({ descriptor }: typeof made) => descriptor.properties.map(({ name, number }) => ({ name, number }))
    expect(shape(made)).toEqual(shape(PodList as never))
    expect(made.descriptor.name).toBe(`${Pod.descriptor.name}List`)
    expect((made as unknown as { itemClass: unknown }).itemClass).toBe(Widget)
  })
})
