export { builtInGroups, installGroup } from './install-group.js'
