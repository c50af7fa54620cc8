export { newestRelease, type Release, releaseOf, releases } from './release.js'
