import { describe, expect, test } from 'vitest'
import { FirstHitRESTMapper, MultiRESTMapper, NoKindMatchError, NoResourceMatchError } from '../../../src/meta/index.js'
import { thrown } from '../../thrown.js'
import { fixedMapper, mappingOf } from './names.js'

const resource = { resource: 'foos' }
const kind = { group: '', kind: 'Foo' }
const unknown = fixedMapper({ error: new NoResourceMatchError({ resource: 'IGNORE_THIS' }) })
const noKind = fixedMapper({ error: new NoKindMatchError({ group: 'g', kind: 'K' }, []) })
const failing = (name: string) => fixedMapper({ error: new Error(name) })

describe.each(['kindFor', 'resourceFor', 'restMapping'] as const)('the first hit: %s', (ask) => {
  const asked = (...mappers: ReturnType<typeof fixedMapper>[]) => {
    const mapper = new FirstHitRESTMapper(mappers)
    return ask === 'restMapping' ? mapper.restMapping(kind) : mapper[ask](resource)
  }

  test('without a mapper nothing matches', () => {
    const message = ask === 'restMapping' ? 'no matches for kind "Foo" in group ""' : 'no matches for /, Resource=foos'
    expect(thrown(() => asked()).message).toBe(message)
  })

  test('the only error comes through, of several that match nothing the first', () => {
    expect(thrown(() => asked(failing('a'))).message).toBe('a')
    expect(thrown(() => asked(unknown)).message).toContain('IGNORE_THIS')
    expect(thrown(() => asked(unknown, noKind)).message).toContain('IGNORE_THIS')
    expect(thrown(() => asked(noKind, unknown)).message).toContain('"K"')
  })

  test('others come together', () => {
    expect(thrown(() => asked(failing('a'), failing('b'))).message).toBe('[a, b]')
    expect(thrown(() => asked(failing('a'), unknown)).message).toContain('[a, ')
  })
})

describe('names of mappers', () => {
  const named = { ...unknown, toString: () => 'Named{\n}' }

  test('may be nested', () => {
    expect(String(new MultiRESTMapper([named, named]))).toBe('MultiRESTMapper{\n\tNamed{\n\t}\n\tNamed{\n\t}\n}')
    expect(String(new FirstHitRESTMapper([named]))).toBe('FirstHitRESTMapper{\n\tMultiRESTMapper{\n\tNamed{\n\t}\n}\n}')
  })
})

describe('several mappers with mappings', () => {
  const [one, two] = [mappingOf('g/v1, Kind=Foo'), mappingOf('g/v2, Kind=Foo')]

  test('one is an answer, two are ambiguous, in every case', () => {
    const ofMapping = (...mappings: (typeof one)[]) => fixedMapper({ mappings })
    expect(new MultiRESTMapper([unknown, ofMapping(one)]).restMapping(kind)).toBe(one)
    expect(new MultiRESTMapper([failing('a'), ofMapping(one)]).restMapping(kind)).toBe(one)
    expect(thrown(() => new MultiRESTMapper([ofMapping(one), ofMapping(two)]).restMapping(kind)).message).toContain(
      'matches multiple',
    )
    expect(new MultiRESTMapper([ofMapping(one), ofMapping(two)]).restMappings(kind)).toEqual([one, two])
    expect(thrown(() => new MultiRESTMapper([failing('a'), ofMapping(two)]).restMappings(kind)).message).toBe('a')
    expect(thrown(() => new MultiRESTMapper([failing('a')]).restMapping(kind)).message).toBe('a')
  })
})
