export { builtInTableConvertor } from './built-in-tables.js'
