/** Where a server writes what happens; `pino` and `console` fit. Nothing is logged without one. Requests are written at `debug`. */
export { type Logger, silentLogger } from '@apimachinery/client/logging'
