import type { KindDeclaration } from '../../kind-declaration.js'

export const deploymentRollback: KindDeclaration = {
  kind: 'DeploymentRollback',
}
