import { Chance, randomSchema, randomValue } from './random-schema.js'
import { apply, jsonPatch, merge, metadataOnly, ScenarioWriter, table, type Value, version } from './scenario.js'

const names = ['a', 'b', 'c']

/** A definition with a random schema, and random requests for its objects; the seed decides all of it. */
export function randomScenario(seed: number): ScenarioWriter {
  const chance = new Chance(seed)
  return new ScenarioWriter(`random${seed}`, (s) => {
    const spec = { type: 'object', properties: randomProperties(chance) }
    const later = { type: 'object', properties: randomProperties(chance) }
    const status = {
      type: 'object',
      properties: { phase: { type: 'string', enum: ['New', 'Done'] }, n: { type: 'integer' } },
    }
    const additionalPrinterColumns = ['a', 'b', 'c'].map((name) => ({
      name,
      type: chance.of(['string', 'integer', 'number', 'boolean', 'date']),
      jsonPath: `.spec.${name}${chance.of(['', '', '[0]', '[*]', '.a', '.x'])}`,
    }))
    s.define('Thing', [version({ spec, status }, { subresources: { status: {} }, additionalPrinterColumns })])
    for (let i = 0; i < 60; i++) step(s, chance, spec)
    s.change('things', [
      {
        op: 'replace',
        path: '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties',
        value: later.properties,
      },
    ])
    s.get(s.path('things'))
    for (let i = 0; i < 20; i++) step(s, chance, later)
    s.get(s.path('things'), table)
  })
}

/** A definition of two versions with random schemas, of which a webhook converts every other one, and random requests for either. */
export function randomVersions(seed: number): ScenarioWriter {
  const chance = new Chance(seed)
  return new ScenarioWriter(`versions${seed}`, (s) => {
    const status = { type: 'object', properties: { phase: { type: 'string', enum: ['New', 'Done'] } } }
    const first = { type: 'object', properties: randomProperties(chance) }
    // Some fields are the same, some are others.
    const others = Object.entries(randomProperties(chance)).filter(() => chance.once(3))
    const second = { type: 'object', properties: { ...first.properties, ...Object.fromEntries(others) } }
    const schemas: Value = { v1: first, v2: second }
    s.hook('renamed')
    const review = { conversionReviewVersions: ['v1'], clientConfig: { url: '{{hook}}', caBundle: '{{ca}}' } }
    const conversion = seed % 2 === 0 ? { strategy: 'None' } : { strategy: 'Webhook', webhook: review }
    const versions = Object.entries(schemas).map(([name, spec]) =>
      version({ spec, status }, { name, storage: name === 'v1', subresources: { status: {} } }),
    )
    s.define('Thing', versions, { conversion })
    for (let i = 0; i < 80; i++) {
      const name = chance.of(['v1', 'v2'])
      step(s, chance, schemas[name], name)
    }
    for (const name of ['v1', 'v2']) s.get(s.path('things', name))
    s.change('things', [
      { op: 'replace', path: '/spec/versions/0/storage', value: false },
      { op: 'replace', path: '/spec/versions/1/storage', value: true },
    ])
    for (const name of ['v1', 'v2']) s.get(s.path('things', name))
    for (let i = 0; i < 20; i++) {
      const name = chance.of(['v1', 'v2'])
      step(s, chance, schemas[name], name)
    }
    for (const name of ['v1', 'v2']) s.get(s.path('things', name))
  })
}

function randomProperties(chance: Chance): Value {
  return Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, randomSchema(chance, 2)]))
}

// biome-ignore lint/complexity/useMaxParams: a step is what it is
function step(s: ScenarioWriter, chance: Chance, schema: Value, inside = 'v1'): void {
  const all = s.path('things', inside)
  const name = chance.of(names)
  const one = `${all}/${name}`
  const spec = () => randomValue(chance, schema)
  const options = `fieldValidation=${chance.of(['Strict', 'Warn', 'Ignore'])}${chance.once(4) ? '&dryRun=All' : ''}`
  const object = (more: Value) => s.object('Thing', name, more, inside)
  const steps = [
    () => s.post(`${all}?${options}`, object({ spec: spec() })),
    () => s.post(`${all}?${options}`, object({ spec: spec(), status: { phase: 'New' } })),
    () => s.put(`${one}?${options}`, object({ metadata: { resourceVersion: '{{version}}' }, spec: spec() })),
    () => s.patch(`${one}?${options}`, { spec: spec() }, merge),
    () =>
      s.patch(
        `${one}?${options}`,
        [
          {
            op: chance.of(['add', 'replace', 'remove', 'test']),
            path: `/spec/${chance.of(['a', 'b', 'c', 'd'])}`,
            value: 5,
          },
        ],
        jsonPatch,
      ),
    () =>
      s.patch(
        `${one}?fieldManager=${chance.of(['m', 'n'])}&force=${chance.once(2)}`,
        object({ spec: known(spec(), schema) }),
        apply,
      ),
    () =>
      s.patch(
        `${one}/status?${options}`,
        { status: { phase: chance.of(['New', 'Done', 'Odd']), n: chance.of([1, 'x', 2]) } },
        merge,
      ),
    () => s.get(one, chance.of([undefined, table, metadataOnly])),
    () => s.delete(`${one}?${chance.once(2) ? 'dryRun=All' : ''}`),
  ]
  chance.of(steps)()
}

/** Without members that nobody declared: of several, the one that apply names in its error is left to chance. */
function known(value: unknown, schema: Value): unknown {
  if (Array.isArray(value)) return value.map((each) => known(each, schema.items ?? {}))
  if (typeof value !== 'object' || value === null || schema.properties === undefined) return value
  const declared = Object.entries(value).filter(([name]) => Object.hasOwn(schema.properties, name))
  return Object.fromEntries(declared.map(([name, member]) => [name, known(member, schema.properties[name])]))
}
