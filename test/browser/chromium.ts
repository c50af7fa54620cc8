import { spawnSync } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'headless_shell']

const quiet = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'],
]

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Finds a browser: `CHROMIUM_PATH`, else the first of the usual names on the path. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named !== undefined && named !== '') return named
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
}

/** Opens `url` in a fresh profile and returns the document after its scripts have run. */
export function dumpDocument(chromium: string, url: string): string {
  const profile = mkdtempSync(join(tmpdir(), 'apimachinery-chromium-'))
  try {
    const flags = [...quiet, `--user-data-dir=${profile}`, '--virtual-time-budget=10000', '--dump-dom']
    const child = spawnSync(chromium, [...flags, url], { encoding: 'utf8', timeout: 60_000, maxBuffer: 1 << 26 })
    if (child.error !== undefined) throw child.error
    if (child.status !== 0) throw new Error(`${chromium} failed with code ${child.status}:\n${child.stderr}`)
    return child.stdout
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
