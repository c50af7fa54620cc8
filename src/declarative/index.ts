export { addDeclarativeValidation } from './add-declarative-validation.js'
export { parseTag, type Tag } from './tag.js'
export { validateDeclared } from './validate-declared.js'
