import type { KindDeclaration } from '../../kind-declaration.js'

export const cronJob: KindDeclaration = {
  kind: 'CronJob',
  deprecations: { v1beta1: [21, 25, 'batch/v1 CronJob'] },
  storage: {},
}
