export * from './constants.gen.js'
export * from './descriptors.gen.js'
export { addToScheme as addMetaToScheme, groupVersion } from './register.gen.js'
export * from './types.gen.js'
