// One project for each way in which Jest loads tests; a project of users has one of them, and no configuration.
const project = (name) => ({
  displayName: name,
  rootDir: `${__dirname}/${name}`,
  testMatch: ['**/*.test.js'],
  testEnvironment: 'node',
  transform: {},
})

module.exports = { projects: [project('common-js'), project('modules')] }
