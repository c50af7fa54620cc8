/** Tests in Node, with the matchers of `apimachinery/testing`: `preset: '@apimachinery/server'`. */
module.exports = {
  testEnvironment: 'node',
  setupFilesAfterEnv: [require.resolve('./jest-setup.cjs')],
}
