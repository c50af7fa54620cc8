export { addToScheme } from './add-to-scheme.gen.js'
