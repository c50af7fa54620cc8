export { ajvSchema } from './ajv-schema.js'
export { type AjvError, type AjvValidator, compileWithAjv } from './compile-with-ajv.js'
