export { GroupVersion } from './identifiers.js'
