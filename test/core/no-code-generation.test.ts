import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const scenario = new URL('core-scenario.mjs', import.meta.url).href

function node(program: string): { status: number | null; output: string } {
  const flags = ['--disallow-code-generation-from-strings', '--input-type=module', '--eval']
  const child = spawnSync(process.execPath, [...flags, program], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    encoding: 'utf8',
  })
  return { status: child.status, output: child.stdout + child.stderr }
}

test('the flag forbids what it should', () => {
  expect(node('new Function("return 1")').output).toContain('EvalError')
})

test('the core works where code must not be generated from strings', async () => {
  const { runCoreScenario } = (await import(scenario)) as { runCoreScenario(): unknown }
  const { status, output } = node(
    `import { runCoreScenario } from ${JSON.stringify(scenario)}; console.log(JSON.stringify(runCoreScenario()))`,
  )
  expect(status, output).toBe(0)
  expect(JSON.parse(output)).toEqual(JSON.parse(JSON.stringify(runCoreScenario())))
})
