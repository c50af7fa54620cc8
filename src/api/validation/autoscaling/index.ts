export { validateScale } from './scale.js'
