import { expect, test } from 'vitest'
import { runStrictly } from '../environments/node.js'

const scenario = new URL('core-scenario.mjs', import.meta.url).href

test('the flag forbids what it should', () => {
  expect(runStrictly('new Function("return 1")').output).toContain('EvalError')
})

test('the core works where code must not be generated from strings', async () => {
  const { runCoreScenario } = (await import(scenario)) as { runCoreScenario(): unknown }
  const { status, output } = runStrictly(
    `import { runCoreScenario } from ${JSON.stringify(scenario)}; console.log(JSON.stringify(runCoreScenario()))`,
  )
  expect(status, output).toBe(0)
  expect(JSON.parse(output)).toEqual(JSON.parse(JSON.stringify(runCoreScenario())))
})
