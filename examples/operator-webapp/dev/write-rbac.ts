import { writeFileSync } from 'node:fs'
import { rbacText } from './rbac.js'

writeFileSync('deploy/rbac.yaml', rbacText())
