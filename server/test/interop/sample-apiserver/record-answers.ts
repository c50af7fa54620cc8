/**
 * Writes what k8s.io/sample-apiserver answers to the requests of this folder.
 *
 * node scripts/run-source.mjs server/test/interop/sample-apiserver/record-answers.ts URL CLIENT.crt CLIENT.key ANSWERS.json.gz; README.md describes how to start it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { gzipSync } from 'node:zlib'
import { sampleRequests } from './requests.js'
import { sendRequest } from './send-request.js'
import { LastSeen, type ShownAnswer } from './shown-answer.js'

const [url = '', certificate = '', key = '', file = ''] = process.argv.slice(2)
const credentials = { cert: readFileSync(certificate), key: readFileSync(key), rejectUnauthorized: false }
const agent = new Agent({ ...credentials, keepAlive: true })
const seen = new LastSeen()
const answers: ShownAnswer[] = []
for (const each of sampleRequests) answers.push(await sendRequest({ url, agent, headers: {} }, each, seen))
writeFileSync(file, gzipSync(JSON.stringify(answers), { level: 9 }))
agent.destroy()
