export { addDeclarativeValidation } from './add-declarative-validation.js'
export { parseTag, type Tag } from './tag.js'
export { type UncheckedTag, uncheckedTags } from './unchecked-tags.js'
export { validateDeclared } from './validate-declared.js'
