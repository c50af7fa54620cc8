import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { describe, expect, it } from 'vitest'
import { nonStructuralSchemaRule } from '../../src/customresources/controllers/non-structural-schema.js'
import { definitionSchemas } from '../../src/customresources/definition-schemas.js'
import { DefinitionSpec, type Spec } from '../../src/customresources/definition-spec.js'
import { definition, version } from './api.js'

// After apiextensions' TestNonStructuralSchemaCondition…: no request can make such a definition, but an old release may have stored one.

const spec = (schema: object, more: object = {}): Spec => ({
  ...(definition('Old', { versions: [{ ...version('v1', {}), schema: { openAPIV3Schema: schema } }] }).spec as Spec),
  ...more,
})
const condition = (given: Spec) => nonStructuralSchemaRule.condition({ spec: given } as CustomResourceDefinition)

const at = 'spec.versions[0].schema.openAPIV3Schema'
const untyped = 'must not be empty for specified object fields'

describe('a definition of an old release', () => {
  it.each([
    [{ properties: {} }, {}, `${at}.type: Required value: must not be empty at the root`],
    [{ type: 'object', properties: { a: {} } }, {}, `${at}.properties[a].type: Required value: ${untyped}`],
    [
      { type: 'object' },
      { preserveUnknownFields: true },
      'spec.preserveUnknownFields: Invalid value: true: must be false',
    ],
    [
      { type: 'object', properties: { a: { type: 'array' }, b: {} } },
      { preserveUnknownFields: true },
      `[spec.preserveUnknownFields: Invalid value: true: must be false, ${at}.properties[a].items: Required value: must be specified, ${at}.properties[b].type: Required value: ${untyped}]`,
    ],
  ])('says what is wrong with its schema: %j %j', (schema, more, message) => {
    expect(condition(spec(schema, more))).toEqual({
      type: 'NonStructuralSchema',
      status: 'True',
      reason: 'Violations',
      message,
    })
  })

  it('says that its schema cannot be read', () => {
    expect(condition(spec({ type: 'object', $ref: '#/x' }))).toMatchObject({
      status: 'Unknown',
      reason: 'StructuralError',
      message: expect.stringMatching(/^failed to check validation schema for version v1: .*\$ref/),
    })
  })

  it('says nothing when all is well', () => {
    expect(condition(spec({ type: 'object', properties: { a: { type: 'string' } } }))).toBeUndefined()
  })
})

describe('the documents of a definition of an old release', () => {
  // After TestBuildOpenAPIV2 and V3: "with non-structural schema", "with spec.preseveUnknownFields=true".
  const documented = (given: Spec, openAPI: 'v2' | 'v3') => {
    const conditions = [condition(given)].filter((each) => each !== undefined)
    const stored = { spec: given, status: { conditions } } as unknown as CustomResourceDefinition
    return definitionSchemas(stored, stored.spec.versions[0] as Spec['versions'][number], openAPI)
  }
  const shown = (given: Spec, openAPI: 'v2' | 'v3') =>
    Object.keys(Object.values(documented(given, openAPI))[0]?.properties ?? {})

  it.each(['v2', 'v3'] as const)('tell nothing of a schema that is not structural: %s', (openAPI) => {
    expect(shown(spec({ type: 'object', properties: { a: { type: 'array' } } }), openAPI)).toEqual([])
    expect(shown(spec({ type: 'object', $ref: '#/x' }), openAPI)).toEqual([])
  })

  it('tell kubectl nothing of objects that keep unknown fields', () => {
    const keeping = spec({ type: 'object', properties: { a: { type: 'string' } } }, { preserveUnknownFields: true })
    expect(shown(keeping, 'v2')).toEqual([])
    expect(shown(keeping, 'v3')).toEqual(['a', 'apiVersion', 'kind', 'metadata'])
  })
})

describe('a definition that was created here', () => {
  const wrong = spec({ type: 'object', properties: { a: {} } })
  const bytes = Buffer.from(JSON.stringify(wrong))

  it.each([true, false])('is judged by its creation alone: %s', (isNew) => {
    let read = 0
    const parse = () => {
      read++
      return wrong
    }
    const { shown } = new DefinitionSpec({ schemas: [], bytes, outline: wrong, parse, isNew })
    expect(condition(shown) === undefined).toBe(isNew)
    expect(read > 0).toBe(!isNew)
  })
})
