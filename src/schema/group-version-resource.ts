export { GroupVersionResource } from './identifiers.js'
