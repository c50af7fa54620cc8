export { validateScale } from '../../autoscaling/scale/validation.js'
