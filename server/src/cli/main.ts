#!/usr/bin/env node
import { beginStart } from './engine.js'

const started = beginStart()
// Only what is imported from here on is compiled for a start.
const { runProcess } = await import('./run-process.js')
await runProcess(started)
