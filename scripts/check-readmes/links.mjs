import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../public-entries.mjs'
import { read } from './pages.mjs'

/** The anchor that GitHub gives a heading. */
function anchorOf(heading) {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}

const anchorsOf = (text) => new Set(Array.from(text.matchAll(/^#+ (.*)$/gm), ([, heading]) => anchorOf(heading)))

/** Relative links lead to files that exist, and to headings that exist in them. */
export function* checkLinks({ page, text }) {
  for (const { 1: target, index } of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue
    const [path, anchor] = target.split('#')
    const file = path === '' ? page : join(dirname(page), path)
    const line = text.slice(0, index).split('\n').length
    if (!existsSync(join(root, file))) yield { line, problem: `link to ${target}: there is no such file` }
    else if (anchor !== undefined && file.endsWith('.md') && !anchorsOf(read(file)).has(anchor)) {
      yield { line, problem: `link to ${target}: there is no such heading` }
    } else if (/\/$/.test(path) && !statSync(join(root, file)).isDirectory()) {
      yield { line, problem: `link to ${target}: not a folder` }
    }
  }
}
