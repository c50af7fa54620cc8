module.exports = { testMatch: '*.spec.mjs', workers: 1, reporter: 'list', timeout: 120_000 }
