import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Does what a guide says in a project: its commands, its new files (`// path` in the first line) and its changes. */
export function followGuide({ guide, project, run }) {
  let count = 0
  for (const [, language, body] of guide.matchAll(/^```(\w+)\n(.*?)^```$/gms)) {
    count += 1
    if (language === 'sh') run(body.trim(), project)
    else if (language === 'diff') applyChange(body, project)
    else if (language === 'ts') {
      const [first, ...rest] = body.split('\n')
      writeFileSync(join(project, first.replace('// ', '')), rest.join('\n'))
    }
  }
  if (count === 0) throw new Error('the guide has no steps')
}

function applyChange(text, cwd) {
  // Git looks for a repository above; a project in a temporary folder has none.
  execFileSync('git', ['apply', '--unidiff-zero', '-'], { cwd, input: text, stdio: ['pipe', 'inherit', 'inherit'] })
}
