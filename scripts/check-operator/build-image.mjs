import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Executes a Dockerfile in folders instead of images, one for each stage. Returns the folder of the last one. */
export function buildImage(project, folder, run) {
  const stages = new Map()
  const ignored = linesOf(join(project, '.dockerignore'))
  let stage
  let workdir = '/'
  for (const line of linesOf(join(project, 'Dockerfile'))) {
    const [instruction, ...words] = line.trim().split(/\s+/)
    if (instruction === 'FROM') {
      stage = join(folder, String(stages.size))
      mkdirSync(stage, { recursive: true })
      stages.set(words[2] ?? String(stages.size), stage)
    }
    if (instruction === 'WORKDIR') workdir = words[0]
    if (instruction === 'RUN') run(words.join(' '), stage)
    if (instruction !== 'COPY') continue
    const [, name] = /^--from=(.*)$/.exec(words[0]) ?? []
    if (name !== undefined) words.shift()
    const target = words.pop()
    for (const source of words) {
      if (name === undefined) copy(project, source, { stage, target, ignored })
      else copy(stages.get(name), source.replace(`${workdir}/`, ''), { stage, target, ignored: [] })
    }
  }
  return stage
}

function linesOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
}

/** As Docker does: into a folder whose name ends with a slash, else under that name. */
function copy(from, source, { stage, target, ignored }) {
  const to = join(stage, target)
  if (source === '.') {
    for (const name of readdirSync(from)) {
      if (!ignored.includes(name)) cpSync(join(from, name), join(to, name), { recursive: true })
    }
    return
  }
  const [before, after = ''] = basename(source).split('*')
  const isPattern = source.includes('*')
  const folder = join(from, dirname(source))
  const fits = (name) => (isPattern ? name.startsWith(before) && name.endsWith(after) : name === basename(source))
  for (const name of readdirSync(folder).filter(fits)) {
    cpSync(join(folder, name), target.endsWith('/') ? join(to, name) : to, { recursive: true, verbatimSymlinks: true })
  }
}
