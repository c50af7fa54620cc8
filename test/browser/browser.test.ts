import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { dumpDocument, findChromium } from './chromium.js'

const scenario = new URL('../core/core-scenario.mjs', import.meta.url)
const page = `<!doctype html><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="script-src 'unsafe-inline'">
<pre>nothing ran</pre><script>`

/** One classic script, as an application's bundler makes it; `</script>` cannot stand inside a page's script. */
async function bundle(): Promise<string> {
  const program = `
    import { runCoreScenario } from ${JSON.stringify(fileURLToPath(scenario))}
    const pre = document.querySelector('pre')
    try { pre.textContent = JSON.stringify(runCoreScenario()) } catch (error) { pre.textContent = String(error.stack) }`
  const options = { bundle: true, write: false, format: 'iife', platform: 'browser', target: 'es2022' } as const
  const stdin = { contents: program, resolveDir: fileURLToPath(new URL('.', import.meta.url)) }
  const { outputFiles } = await build({ ...options, stdin, charset: 'ascii', logLevel: 'silent' })
  return outputFiles[0]!.text.replaceAll('</script', '<\\/script')
}

function textOf(document: string): string {
  const escaped = /<pre>([\s\S]*?)<\/pre>/.exec(document)?.[1] ?? document
  return escaped.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

test('the core works in a browser, from a bundle, where the page forbids eval', async ({ skip }) => {
  const chromium = findChromium()
  if (chromium === undefined) return skip('no Chromium found: set CHROMIUM_PATH or install chromium')
  const folder = mkdtempSync(join(tmpdir(), 'apimachinery-page-'))
  try {
    const file = join(folder, 'index.html')
    writeFileSync(file, `${page}${await bundle()}</script>`)
    const found = textOf(dumpDocument(chromium, pathToFileURL(file).href))
    const { runCoreScenario } = (await import(scenario.href)) as { runCoreScenario(): unknown }
    expect(found).toBe(JSON.stringify(runCoreScenario()))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
