// One project for each way in which Jest loads tests; a project of users has one of them, and at most the preset.
const project = (name) => ({
  displayName: name,
  rootDir: `${__dirname}/${name}`,
  testMatch: ['**/*.test.js'],
  preset: '@apimachinery/server',
  transform: {},
})

module.exports = { projects: [project('common-js'), project('modules')] }
