// An API server for the group wardle.example.com: `node main.js --port 8443 --data-dir ./wardle --token TOKEN`.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { alwaysAllow, bearerTokenAuthenticator, tokenFileAuthenticator } from '@apimachinery/server'
import { EmbeddedKV } from '@apimachinery/server/storage/kv/embedded'
import { startWardle } from './server.js'
