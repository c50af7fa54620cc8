// Replays a folder of recorded cases through the library: `npm run cases -- FOLDER [--only FILE] [--group G] [--show N] [--missing]`.
import { parseArgs } from 'node:util'
import { caseFiles } from './case-files.js'
import { replayers } from './replayers.js'
import { Report } from './report.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    group: { type: 'string' },
    show: { type: 'string', default: '0' },
    kind: { type: 'string' },
    missing: { type: 'boolean', default: false },
  },
})
const [folder] = positionals
if (folder === undefined) {
  console.error('usage: npm run cases -- FOLDER [--only FILE] [--group GROUP] [--kind RESOURCE] [--show N] [--missing]')
  process.exit(2)
}

const report = new Report({ show: Number(values.show), missing: values.missing })
for (const { name, lines } of caseFiles(folder, values.only)) {
  const replay = replayers[name]
  if (replay === undefined) continue
  report.file(name)
  let number = 0
  for (const line of lines()) {
    number += 1
    const { group, resource } = line.gvr
    if (values.group !== undefined && values.group !== (group === '' ? 'core' : group)) continue
    if (values.kind !== undefined && values.kind !== resource) continue
    report.add({ line, number, outcome: await replay(line) })
  }
}
report.print()
