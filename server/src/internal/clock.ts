export { type Clock, systemClock as realClock, type Timer } from 'apimachinery/wait'
