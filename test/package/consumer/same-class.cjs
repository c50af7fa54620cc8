// Loads every entry as CommonJS and fails when two entries have different classes under one name.
import('./compare-entries.mjs').then(({ compareEntries, entryNames }) => {
  const modules = entryNames(require('apimachinery/package.json')).map((name) => [name, require(name)])
  console.log(JSON.stringify(compareEntries(modules)))
})
