export { GroupVersionKind } from './identifiers.js'
