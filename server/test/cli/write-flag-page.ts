import { writeFileSync } from 'node:fs'
import { flagGroups } from '../../src/cli/flags.js'
import { flagPage } from './flag-table.js'

// Run in the folder of the package.
writeFileSync('docs/flags.md', flagPage(flagGroups))
