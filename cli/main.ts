#!/usr/bin/env node
console.log('usage: apimachinery <verb> [options]')
