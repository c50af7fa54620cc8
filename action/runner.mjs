import { appendFileSync } from 'node:fs'

/** The value of an input of `action.yml`; text, empty where there is none. */
export function input(name) {
  return (process.env[`INPUT_${name.toUpperCase()}`] ?? '').trim()
}

/** Gives values to the steps that follow (`GITHUB_ENV`), to users of the outputs (`GITHUB_OUTPUT`), or to the end of this action (`GITHUB_STATE`). */
export function hand(file, values) {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`)
  appendFileSync(process.env[file], lines.join(''))
}

/** Keeps a text out of the log. */
export function mask(text) {
  console.log(`::add-mask::${text}`)
}
