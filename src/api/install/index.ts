export type {
  GroupDeclaration,
  KindDeclaration,
  KindStorage,
} from '../kind-declaration.js'
export { groups as groupDeclarations, kinds as kindDeclarations } from '../kinds.gen.js'
export { builtInGroups, installGroup } from './install-group.js'
