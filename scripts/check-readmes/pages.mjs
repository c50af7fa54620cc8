import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../public-entries.mjs'

/** Files of the checkout that git tracks or would track, relative to its root. */
export const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))

/** Content of a tracked file. */
export const read = (file) => readFileSync(join(root, file), 'utf8')

/**
 * The pages to check, with their text. Changelogs are left out: they name what there was.
 *
 * @returns {{ page: string, text: string }[]}
 */
export function pages() {
  return files
    .filter((file) => file.endsWith('.md') && !file.endsWith('CHANGELOG.md'))
    .map((page) => ({ page, text: read(page) }))
}

/**
 * Spans of inline code outside code blocks, with their lines.
 *
 * @param {string} text
 * @returns {{ code: string, line: number }[]}
 */
export function codeSpans(text) {
  const prose = text.replace(/^ *```[\s\S]*?^ *```$/gm, (block) => block.replace(/[^\n]/g, ' '))
  return Array.from(prose.matchAll(/`([^`\n]+)`/g), ({ 1: code, index }) => ({
    code,
    line: prose.slice(0, index).split('\n').length,
  }))
}

/**
 * Code blocks of one of the languages, with their first lines.
 *
 * @param {string} text
 * @param {readonly string[]} languages
 * @returns {{ code: string, line: number }[]}
 */
export function codeBlocks(text, languages) {
  return Array.from(text.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm), ({ 1: language, 2: code, index }) => ({
    language,
    code,
    line: text.slice(0, index).split('\n').length + 1,
  })).filter(({ language }) => languages.includes(language))
}
