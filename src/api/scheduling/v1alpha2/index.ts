export * from './constants.gen.js'
export * from './descriptors.gen.js'
export * from './register.gen.js'
export * from './types.gen.js'
