import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { JSONObject, JSONValue } from 'apimachinery/json'
import { yamlToJSON } from 'apimachinery/runtime/serializer/yaml'
import { describe, expect, it } from 'vitest'
import { readNodesConfiguration } from '../../src/nodes/configuration/read-configuration.js'
import { playSteps } from '../../src/nodes/stages/play-steps.js'
import type { Stage, StageMoment } from '../../src/nodes/stages/stage.js'
import { ownFunctionNames } from '../../src/nodes/stages/template-functions.js'
import { type TemplateFunctions, variadicFunction } from '../../src/nodes/template/template-function.js'
import type { TemplateValue } from '../../src/nodes/template/template-value.js'

// The stages that kwok ships, and what its own tests expect of them, where its module was downloaded.
const cache = process.env.GOMODCACHE ?? join(homedir(), 'go/pkg/mod')
const folder = join(cache, 'sigs.k8s.io/kwok@v0.8.0/kustomize/stage')
const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
const inputs = files.filter((file) => file.endsWith('.input.yaml'))
const moment: StageMoment = { now: Date.parse('2006-01-02T15:04:05Z'), random: () => 0 }

const shown = (value: TemplateValue): string => (typeof value === 'string' ? JSON.stringify(value) : String(value))
const call = (name: string, values: readonly TemplateValue[]): string =>
  values.length === 0 ? `<${name}>` : `<${name}(${values.map(shown).join(', ')})>`
const listNames = new Set(['NodeIPsWith', 'PodIPsWith'])
const functions: TemplateFunctions = Object.fromEntries(
  [...ownFunctionNames, 'Version'].map((name) => [
    name,
    variadicFunction([], 'any', (...values) =>
      listNames.has(name) ? [0, 1].map((index) => call(`${index} of ${name}`, values)) : call(name, values),
    ),
  ]),
)

function stagesBeside(input: string): Stage[] {
  const beside = dirname(dirname(join(folder, input)))
  const texts = readdirSync(beside)
    .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml' && name !== 'storage-class.yaml')
    .map((name) => readFileSync(join(beside, name), 'utf8'))
  return texts.flatMap((text) => readNodesConfiguration(text, 'stages.yaml').stages)
}

/** What kwok's test writes about a stage. */
async function described(stage: Stage, object: JSONObject): Promise<JSONObject> {
  const next: JSONValue[] = []
  const data = (value: unknown): JSONValue => JSON.parse(JSON.stringify(value))
  await playSteps(
    { object, steps: stage.steps, from: 0, functions },
    {
      event: (event) => void next.push({ kind: 'event', ...event }),
      delete: async () => void next.push({ kind: 'delete' }),
      patch: async ({ body, subresource, type }) =>
        void next.push({
          kind: 'patch',
          data: data(body),
          ...(subresource !== '' && { subresource }),
          // There the object is read without its type.
          type: type.contentType.replace('strategic-merge', 'merge'),
        }),
      apply: async ({ object: applied, subresource, type }) =>
        void next.push({
          kind: 'apply',
          data: data(applied),
          ...(subresource !== '' && { subresource }),
          type: type.contentType,
        }),
    },
  )
  const least = stage.delay(object, moment)
  const most = stage.jitter?.(object, moment)
  const range = most === undefined ? [least!] : most <= least! ? [most] : [least!, most]
  return {
    stage: stage.name,
    ...(least !== undefined && { delay: range.map((milliseconds) => milliseconds * 1e6) }),
    weight: stage.weight(object, moment) ?? null,
    next,
  }
}

describe.skipIf(inputs.length === 0)('stages of kwok', () => {
  it.each(inputs)('chooses and plays what kwok does: %s', async (input) => {
    const object = yamlToJSON(readFileSync(join(folder, input), 'utf8')) as JSONObject
    const expected = yamlToJSON(readFileSync(join(folder, input.replace('.input.', '.output.')), 'utf8')) as JSONObject
    const fitting = stagesBeside(input).filter(
      ({ kind, matches }) =>
        kind.apiVersion === object.apiVersion && kind.kind === object.kind && matches(object, moment),
    )
    expect(await Promise.all(fitting.map((stage) => described(stage, object)))).toEqual(expected.stages)
  })
})
