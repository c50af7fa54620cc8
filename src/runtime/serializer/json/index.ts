export type { IntegerRule } from '../../../descriptor/read-scalar.js'
export { JSONSerializer, type JSONSerializerOptions } from './json-serializer.js'
export { UnstructuredJSONScheme } from './unstructured-json-scheme.js'
