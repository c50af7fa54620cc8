import { devSource, rbacSource, writeRBAC } from './operator-dev.js'
import { rbacManifest, sampleManifest, workloadManifest } from './operator-manifests.js'
import type { OperatorNames } from './operator-names.js'
import {
  buildConfig,
  compilerConfig,
  dockerfile,
  dockerIgnore,
  gitIgnore,
  packageFile,
  readme,
  workflow,
} from './operator-project.js'
import { controllerSource, kindSource, mainSource } from './operator-sources.js'
import { testSource } from './operator-tests.js'
import { certificateManifest, webhookManifest, webhookSource } from './operator-webhooks.js'

/** A file of a project: its path, and its text. */
export type ProjectFile = readonly [path: string, text: string]

/** All files of a new operator but those that are generated from them. */
export function operatorFiles(names: OperatorNames, version: string): ProjectFile[] {
  return [
    ['package.json', packageFile(names, version)],
    ['tsconfig.json', compilerConfig],
    ['tsconfig.build.json', buildConfig],
    ['.gitignore', gitIgnore],
    ['README.md', readme(names)],
    ['api/v1/types.ts', kindSource(names)],
    ['src/operator.ts', controllerSource(names)],
    ['src/main.ts', mainSource(names)],
    ['test/operator.test.ts', testSource(names)],
    ['dev/main.ts', devSource(names)],
    ['dev/rbac.ts', rbacSource(names)],
    ['dev/write-rbac.ts', writeRBAC],
    ['Dockerfile', dockerfile],
    ['.dockerignore', dockerIgnore],
    ['deploy/rbac.yaml', rbacManifest(names)],
    ['deploy/workload.yaml', workloadManifest(names)],
    [`samples/${names.kind.toLowerCase()}.yaml`, sampleManifest(names)],
    ['.github/workflows/ci.yml', workflow],
    ...(names.webhook ? webhookFiles(names) : []),
  ]
}

function webhookFiles(names: OperatorNames): ProjectFile[] {
  return [
    ['src/webhooks.ts', webhookSource(names)],
    ['deploy/webhooks.yaml', webhookManifest(names)],
    ['deploy/webhook-certificate.yaml', certificateManifest(names)],
  ]
}
