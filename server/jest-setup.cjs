// Loaded by jest-preset.cjs in each test file. The matchers know objects by what they are, and so take those of ES modules as well.
const { matchers } = require('apimachinery/testing')

expect.extend(matchers)
