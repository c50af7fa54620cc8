import { describe, expect, it } from 'vitest'
import { isConversionError } from '../../src/conversion/conversion-error.js'
import type { ConversionType } from '../../src/conversion/conversion-type.js'
import { Converter } from '../../src/conversion/converter.js'
import { struct } from '../../src/descriptor/build.js'
import { thrown } from '../thrown.js'

class A {
  constructor(readonly text = '') {}
}
class B {
  constructor(readonly number = 0) {}
}
class C {
  constructor(readonly flag = false) {}
}

const throughB = {
  between: (from: ConversionType, to: ConversionType) => [B].filter((hub) => hub !== from && hub !== to),
  isHub: (type: ConversionType) => type === B,
}

describe('Converter', () => {
  it('calls the function of the pair with the value and the meta', () => {
    const converter = new Converter()
    converter.add(A, B, (from, scope) => new B(from.text.length + (scope.meta.context as number)))
    expect(converter.convert(new A('four'), B, { meta: { context: 10 } })).toEqual(new B(14))
  })

  it('names both types when nothing is registered', () => {
    const error = thrown(() => new Converter().convert(new A(), B))
    expect(isConversionError(error) && error.message).toBe('converting (A) to (B): unknown conversion')
    expect(error).toMatchObject({ from: 'A', to: 'B', code: 'Conversion' })
  })

  it('rejects a plain object without a type', () => {
    expect(() => new Converter().convert({ text: 'x' }, B)).toThrow('converting (object) to (B): unknown conversion')
  })

  it('prefers the hand-written function whatever the order of registration', () => {
    const converter = new Converter()
    converter.add(A, B, () => new B(1))
    converter.addGenerated(A, B, () => new B(2))
    expect(converter.convert(new A(), B).number).toBe(1)
  })

  it('prefers a later hand-written function to an earlier one', () => {
    const converter = new Converter()
    converter.add(A, B, () => new B(1))
    converter.add(A, B, () => new B(2))
    expect(converter.convert(new A(), B).number).toBe(2)
  })

  it('carries nothing over for an ignored pair, although a function is registered', () => {
    const converter = new Converter({ empty: (type) => new (type as typeof B)() })
    converter.add(A, B, () => new B(1))
    converter.addIgnored(A, B)
    expect(converter.convert(new A('x'), B)).toEqual(new B(0))
  })

  it('returns a value of the wanted class as it is', () => {
    const value = new A('same')
    expect(new Converter().convert(value, A)).toBe(value)
  })

  it('uses a function from a class to itself', () => {
    const converter = new Converter()
    converter.add(A, A, (from) => new A(`${from.text}!`))
    expect(converter.convert(new A('x'), A).text).toBe('x!')
  })

  it('converts through a hub', () => {
    const converter = new Converter({ hubs: throughB })
    converter.add(A, B, (from) => new B(from.text.length))
    converter.add(B, C, (from) => new C(from.number > 0))
    expect(converter.path(A, C)).toEqual([A, B, C])
    expect(converter.convert(new A('x'), C).flag).toBe(true)
  })

  it('prefers a function of the pair to a hub', () => {
    const converter = new Converter({ hubs: throughB })
    converter.add(A, B, () => new B(1))
    converter.add(B, C, () => new C(false))
    converter.add(A, C, () => new C(true))
    expect(converter.convert(new A(), C).flag).toBe(true)
  })

  it('says which step through the hub is missing', () => {
    const converter = new Converter({ hubs: throughB })
    expect(() => converter.convert(new A(), C)).toThrow(
      'converting (A) to (C): unknown conversion; through (B) the step (A) to (B) and (B) to (C) is missing',
    )
    converter.add(A, B, () => new B(1))
    expect(() => converter.convert(new A(), C)).toThrow(/through \(B\) the step \(B\) to \(C\) is missing$/)
  })

  it('does not suggest a type that is no hub and that nothing leads to', () => {
    const converter = new Converter({ hubs: { ...throughB, isHub: () => false } })
    expect(() => converter.convert(new A(), C)).toThrow(/unknown conversion$/)
    converter.add(B, C, () => new C())
    expect(() => converter.convert(new A(), C)).toThrow(/through \(B\) the step \(A\) to \(B\) is missing$/)
  })

  it('converts nested values through the scope with the same meta', () => {
    const converter = new Converter()
    const seen: unknown[] = []
    converter.add(A, C, (from, scope) => {
      seen.push(scope.meta.context)
      return new C(from.text === 'x')
    })
    converter.add(B, A, (_, scope) => new A(String(scope.convert(new A('x'), C).flag)))
    expect(converter.convert(new B(), A, { meta: { context: 'ctx' } }).text).toBe('true')
    expect(seen).toEqual(['ctx'])
  })

  it('converts nested types that have a descriptor and no class', () => {
    const [from, to] = [struct('v1.Spec', () => []), struct('v2.Spec', () => [])]
    const converter = new Converter()
    converter.add<{ a: number }, { b: number }>(from as never, to as never, (value) => ({ b: value.a }))
    expect(converter.convert({ a: 1 }, to, { from })).toEqual({ b: 1 })
    expect(() => converter.convert({ a: 1 }, from, { from: to })).toThrow('converting (v2.Spec) to (v1.Spec)')
  })

  it('ends a conversion that asks for itself', () => {
    const converter = new Converter()
    converter.add(A, B, (from, scope) => scope.convert(from, B))
    expect(() => converter.convert(new A(), B)).toThrow('nested too deeply')
  })

  it('refuses a function that returns nothing', () => {
    const converter = new Converter()
    converter.add(A, B, () => undefined as never)
    expect(() => converter.convert(new A(), B)).toThrow('the registered conversion returned no object')
  })

  it('passes on what a function throws', () => {
    const converter = new Converter()
    const reason = new Error('bad data')
    converter.add(A, B, () => {
      throw reason
    })
    expect(thrown(() => converter.convert(new A(), B))).toBe(reason)
  })

  it('is not misled by data named constructor', () => {
    const converter = new Converter()
    converter.add(A, B, () => new B(7))
    const value = Object.assign(new A(), { constructor: C })
    expect(converter.convert(value, B).number).toBe(7)
  })

  it('merges with the other one winning', () => {
    const [base, other] = [new Converter(), new Converter()]
    base.add(A, B, () => new B(1))
    base.add(A, C, () => new C(true))
    other.add(A, B, () => new B(2))
    const merged = base.merge(other)
    expect(merged.convert(new A(), B).number).toBe(2)
    expect(merged.convert(new A(), C).flag).toBe(true)
    expect(base.convert(new A(), B).number).toBe(1)
  })
})
