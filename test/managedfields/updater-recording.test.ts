import { describe, expect, it } from 'vitest'
import { isMachineryError } from '../../src/errors/index.js'
import type { JSONObject, JSONValue } from '../../src/json/json-value.js'
import {
  FieldSet,
  fieldSetFromJSON,
  fieldSetToJSON,
  type ManagedFields,
  ParseableType,
  type Schema,
  TypedValue,
} from '../../src/managedfields/index.js'
import { Conflicts } from '../../src/managedfields/merge/conflicts.js'
import { Updater } from '../../src/managedfields/merge/updater.js'
import type { VersionConversion } from '../../src/managedfields/merge/version-conversion.js'
import { readRecording } from './golden.js'

interface Step {
  readonly verb: 'apply' | 'force' | 'update' | 'extract' | 'schema'
  readonly manager: string
  readonly version: string
  readonly object: JSONValue
  readonly schema: number
  readonly live?: JSONValue
  readonly managers?: Readonly<Record<string, { set: string; version: string; applied: boolean }>>
  readonly conflicts?: Readonly<Record<string, string>>
  readonly error?: string
}

/** One test case of Go's updater: what is done to an object, and what Go had after each step. */
interface Case {
  readonly topic: string
  readonly converter: 'dummy' | 'repeating' | 'renaming' | 'reliantFields'
  readonly byVersion: boolean
  readonly schema: number
  readonly type: string
  readonly returnInputOnNoop?: boolean
  readonly ignored?: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
}

const { schemas, cases } = readRecording<Case>('merge.jsonl')

class MissingVersion extends Error {}

/** The converters of Go's tests: fields are renamed from version to version in one way or another. */
function converterOf(kind: Case['converter'], typeOf: (version: string) => ParseableType): VersionConversion {
  const rename = (value: JSONValue, name: (key: string) => string): JSONValue => {
    if (Array.isArray(value)) return value.map((each) => rename(each, name))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [name(key), rename(each, name)]))
  }
  const converters: Record<Case['converter'], VersionConversion['convert']> = {
    dummy: (value) => value,
    repeating(value, version) {
      const count = /^v([0-9]+)$/.exec(version)
      if (count === null) throw new MissingVersion('cannot convert to invalid version')
      if (value.value === null) return typeOf(version).fromValue(null)
      const [[root, members] = ['', null]] = Object.entries(value.value as JSONObject)
      const repeat = (key: string): string => (key[0] ?? '').repeat(Number(count[1]))
      return typeOf(version).fromValue({ [root]: rename(members, repeat) })
    },
    renaming(value, version) {
      const old = value.typeRef.namedType ?? ''
      const name = (key: string): string => (key.endsWith(old) ? key.slice(0, -old.length) + version : key)
      return typeOf(version).fromValue(rename(value.value, name))
    },
    reliantFields(value, version) {
      if (value.typeRef.namedType === version) return value
      if (version !== 'v1' && version !== 'v2') throw new MissingVersion('cannot convert to invalid version')
      const [from, to] =
        version === 'v1'
          ? ['required_field_bar', 'field_foo_rely_on_bar']
          : ['field_foo_rely_on_bar', 'required_field_bar']
      if (version === 'v1' && !JSON.stringify(value.value).includes(from)) throw new Error('missing required field')
      return typeOf(version).fromValue(rename(value.value, (key) => key.replaceAll(from, to)))
    },
  }
  return { convert: converters[kind], isMissingVersionError: (error) => error instanceof MissingVersion }
}

/** The object and its managers while the steps of a case are done. */
class State {
  readonly #case: Case
  readonly #updater: Updater
  #schema: Schema
  #live: TypedValue | undefined
  #managers: ManagedFields = new Map()

  constructor(test: Case) {
    this.#case = test
    this.#schema = schemas[test.schema] as Schema
    const ignored = Object.entries(test.ignored ?? {}).map(
      ([version, set]) => [version, fieldSetFromJSON(set)] as const,
    )
    this.#updater = new Updater({
      converter: converterOf(test.converter, (version) => this.#typeOf(version)),
      ...(test.ignored === undefined ? {} : { ignoredFields: new Map(ignored) }),
      returnInputOnNoop: test.returnInputOnNoop === true,
    })
  }

  #typeOf(version: string): ParseableType {
    return ParseableType.named(this.#schema, this.#case.byVersion ? version : this.#case.type)
  }

  do(step: Step): object {
    try {
      this.#run(step)
    } catch (error) {
      if (error instanceof Conflicts) return { conflicts: byManager(error) }
      if (!isMachineryError(error)) throw error
      return { error: error.message }
    }
    const managers = Array.from(this.#managers, ([manager, { set, apiVersion, applied }]) => [
      manager,
      { set: fieldSetToJSON(set), version: apiVersion, applied },
    ])
    return { live: this.#live?.value ?? null, managers: Object.fromEntries(managers) }
  }

  #run(step: Step): void {
    const { verb, manager, version } = step
    if (verb === 'schema') {
      this.#schema = schemas[step.schema] as Schema
      const live = this.#live as TypedValue
      this.#live = new TypedValue(live.value, this.#schema, live.typeRef)
      return
    }
    const type = this.#typeOf(version)
    const object = type.fromValue(step.object, { allowDuplicates: verb === 'update' })
    const isFirst = this.#live === undefined
    const live = this.#convert(this.#live ?? type.fromValue(null), version)
    const request = { live, version, manager, managers: this.#managers }
    if (verb === 'update') {
      const { object: next, managers } = this.#updater.update({ ...request, next: object })
      this.#live = next
      this.#managers = managers
      return
    }
    const config = verb === 'extract' && !isFirst ? this.#extracted(live, manager).merge(object) : object
    const applied = this.#updater.apply({ ...request, config, force: verb !== 'apply' })
    this.#live = applied.object ?? live
    this.#managers = applied.managers
  }

  #extracted(live: TypedValue, manager: string): TypedValue {
    return live.extractItems((this.#managers.get(manager)?.set ?? new FieldSet()).leaves())
  }

  #convert(live: TypedValue, version: string): TypedValue {
    if (this.#case.converter === 'dummy') return live
    return converterOf(this.#case.converter, (each) => this.#typeOf(each)).convert(live, version)
  }
}

function byManager({ conflicts }: Conflicts): object {
  const sets = new Map<string, FieldSet>()
  for (const { manager, path } of conflicts) {
    const set = sets.get(manager) ?? FieldSet.of()
    set.insert(path)
    sets.set(manager, set)
  }
  return Object.fromEntries(Array.from(sets, ([manager, set]) => [manager, fieldSetToJSON(set)]))
}

const topics = [...new Set(cases.map(({ topic }) => topic))]

describe.each(topics)('updater as in Go: %s', (topic) => {
  const tests = cases.filter((test) => test.topic === topic)

  it(`does the steps of ${tests.length} cases`, () => {
    for (const test of tests) {
      const state = new State(test)
      for (const [i, step] of test.steps.entries()) {
        const { live, managers, conflicts, error } = step
        const expected =
          conflicts === undefined ? (error === undefined ? { live: live ?? null, managers } : { error }) : { conflicts }
        expect(state.do(step), `step ${i} of ${JSON.stringify(test.steps)}`).toEqual(expected)
      }
    }
  })
})
