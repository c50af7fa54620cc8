export { GroupResource } from './identifiers.js'
