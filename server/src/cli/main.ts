#!/usr/bin/env node
import { runMain } from './run-main.js'

await runMain(process.argv.slice(2))
