import { startWebhook } from './server.js'

const { port, caBundle } = await startWebhook(Number(process.env.PORT ?? 9443), process.env.HOST ?? 'localhost')
console.log(`listening on https://localhost:${port}, paths /convert, /mutate and /validate`)
console.log(`caBundle: ${caBundle}`)
