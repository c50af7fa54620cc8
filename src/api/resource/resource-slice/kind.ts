import type { KindDeclaration } from '../../kind-declaration.js'

export const resourceSlice: KindDeclaration = {
  kind: 'ResourceSlice',
  storage: { returnsDeletedObject: true },
}
