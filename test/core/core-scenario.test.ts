import { expect, test } from 'vitest'

const { runCoreScenario } = (await import(new URL('core-scenario.mjs', import.meta.url).href)) as {
  runCoreScenario(): Record<string, unknown>
}

test('the scenario that other environments repeat finds what it should', () => {
  const metadata = '"metadata":{"name":"nightly","labels":{"__proto__":"kept"}}'
  expect(runCoreScenario()).toEqual({
    gvk: 'stable.example.com/v1beta1, Kind=CronTab',
    typed: true,
    faithful: `{"apiVersion":"stable.example.com/v1beta1","kind":"CronTab",${metadata},"spec":{"cron":"0 3 * * *"}}\n`,
    converted: `{"apiVersion":"stable.example.com/v1","kind":"CronTab",${metadata},"spec":{"schedule":"0 3 * * *","limit":7}}\n`,
    exact: '{"apiVersion":"other.example.com/v1","kind":"Counter","count":9007199254740993}\n',
    strict: 'StrictDecoding: strict decoding error: unknown field "spec.corn"',
    cut: "InvalidJSON: couldn't get version/kind; json parse error: unexpected end of JSON input",
  })
})
