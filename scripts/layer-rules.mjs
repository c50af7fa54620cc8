const error = 'error'

/**
 * Rules of dependency-cruiser for a workspace package.
 *
 * @param {object} options
 * @param {string} options.source folder of its sources, such as `server/src/`
 * @param {string[]} options.layers patterns of paths below `source`, lowest layer first
 * @param {Record<string, string>} options.thirdParty package → the one folder below `source` that imports it
 * @param {string[]} options.packages packages of this repository that it may import, by their public entries
 */
export function layerRules({ source, layers, thirdParty, packages }) {
  const within = (pattern) => `^${source}${pattern}`
  return {
    forbidden: [
      ...layers.slice(0, -1).map((layer, level) => ({
        name: `layer-${level}-imports-upwards`,
        comment: `L${level} (${layer}) must not import from the layers above it.`,
        severity: error,
        from: { path: within(layer) },
        to: { path: layers.slice(level + 1).map(within) },
      })),
      {
        name: 'folder-without-layer',
        comment: 'A new folder has to be given a layer.',
        severity: error,
        from: { path: `^${source}`, pathNot: layers.map(within) },
        to: {},
      },
      {
        name: 'no-cycles',
        comment: 'Files must not import each other in a circle, types included.',
        severity: error,
        from: { path: `^${source}` },
        to: { circular: true },
      },
      {
        name: 'no-folder-circles',
        comment: 'Folders must not import each other in a circle.',
        severity: error,
        scope: 'folder',
        from: {},
        to: { circular: true },
      },
      {
        name: 'no-barrels-inside',
        comment: 'Inside a package import the file that declares a name, not the index of its folder.',
        severity: error,
        from: { path: `^${source}`, pathNot: '/index[.]ts$' },
        to: { path: [`^${source}index[.]ts$`, `^${source}.*/index[.]ts$`] },
      },
      {
        name: 'public-entries-only',
        comment: 'Another package of this repository is imported by its name, never by a path.',
        severity: error,
        from: { path: `^${source}` },
        to: {
          path: '^(src|codegen|cli|client/src|server/src)/',
          pathNot: `^${source}`,
          dependencyTypesNot: ['aliased'],
        },
      },
      ...Object.entries(thirdParty).map(([name, folder]) => ({
        name: `${name}-in-one-folder`,
        comment: `${name} is imported in ${folder} only.`,
        severity: error,
        from: { path: `^${source}`, pathNot: within(folder) },
        to: { path: `(^|/)node_modules/(@types/)?${name}/` },
      })),
      {
        name: 'third-party-is-listed',
        comment: 'A third-party package has to be given its folder.',
        severity: error,
        from: { path: `^${source}` },
        to: {
          path: 'node_modules/',
          pathNot: `(^|/)node_modules/(@types/)?(${[...Object.keys(thirdParty), ...packages].join('|')})/`,
        },
      },
    ],
    options: {
      doNotFollow: { path: ['node_modules', '^(src|dist|codegen)/'] },
      tsPreCompilationDeps: true,
      tsConfig: { fileName: 'tsconfig.workspaces.json' },
      enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default', 'types'] },
    },
  }
}
