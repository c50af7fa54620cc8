import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { bundleForBrowsers } from '../environments/bundle.js'
import { dumpDocument, findChromium } from './chromium.js'

const page = `<!doctype html><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="script-src 'unsafe-inline'">
<pre>nothing ran</pre><script>`

/** A script that shows what a scenario finds; `</script>` is not allowed inside a page's script. */
async function scriptOf(scenario: URL, name: string): Promise<string> {
  const program = `
    import { ${name} as run } from ${JSON.stringify(fileURLToPath(scenario))}
    const pre = document.querySelector('pre')
    const show = (text) => { pre.textContent = text }
    Promise.resolve().then(run).then((found) => show(JSON.stringify(found)), (error) => show(String(error.stack)))`
  return (await bundleForBrowsers(program)).replaceAll('</script', '<\\/script')
}

function textOf(document: string): string {
  const escaped = /<pre>([\s\S]*?)<\/pre>/.exec(document)?.[1] ?? document
  return escaped.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

const scenarios = [
  ['the core', '../core/core-scenario.mjs', 'runCoreScenario'],
  ['every entry', '../environments/everything-scenario.mjs', 'runEverything'],
] as const

for (const [what, file, name] of scenarios) {
  test(`${what} works in a browser, from a bundle, where the page forbids eval`, async ({ skip }) => {
    const chromium = findChromium()
    if (chromium === undefined) return skip('no Chromium found: set CHROMIUM_PATH or install chromium')
    const scenario = new URL(file, import.meta.url)
    const folder = mkdtempSync(join(tmpdir(), 'apimachinery-page-'))
    try {
      const document = join(folder, 'index.html')
      writeFileSync(document, `${page}${await scriptOf(scenario, name)}</script>`)
      const found = textOf(dumpDocument(chromium, pathToFileURL(document).href))
      const run = ((await import(scenario.href)) as Record<string, () => unknown>)[name] as () => unknown
      expect(found).toBe(JSON.stringify(await run()))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
