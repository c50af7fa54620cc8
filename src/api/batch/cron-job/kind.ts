import type { KindDeclaration } from '../../kind-declaration.js'

export const cronJob: KindDeclaration = {
  kind: 'CronJob',
  storage: {},
}
