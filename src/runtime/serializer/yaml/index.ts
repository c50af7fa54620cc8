export { YAMLDuplicateKeysError, YAMLSyntaxError } from './yaml-error.js'
export { type YAMLReadOptions, yamlToJSON } from './yaml-reader.js'
export { jsonToYAML } from './yaml-writer.js'
