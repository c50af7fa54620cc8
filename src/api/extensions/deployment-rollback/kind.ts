import type { KindDeclaration } from '../../kind-declaration.js'

export const deploymentRollback: KindDeclaration = { kind: 'DeploymentRollback', deprecations: { v1beta1: [8, 16] } }
