export { GroupKind } from './identifiers.js'
