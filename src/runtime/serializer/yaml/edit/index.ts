export { editYAML } from './edit-yaml.js'
