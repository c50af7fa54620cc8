// The order of the folders, checked by `npm run check:layers`. Imports go downwards or stay in their layer.

/** Lowest layer first; each item is a pattern of paths. */
const layers = [
  'src/internal/',
  'src/errors/',
  'src/(schema|fields|validation|resource|scalar|json|wait|collections)/',
  'src/(descriptor|conversion|labels)/',
  'src/runtime/(?!serializer/|index[.]ts)',
  'src/(patch/|runtime/serializer/|runtime/index[.]ts|meta/)',
  'src/(managedfields|openapi|declarative|api|testing)/',
  'src/(watch/|webhook/|index[.]ts)',
  '(codegen|cli)/',
]

/** Each third-party package is imported in one folder only, and only the packages listed here are imported at all. */
const thirdParty = {
  yaml: 'src/runtime/serializer/yaml/edit/',
  'fast-json-patch': 'src/patch/',
  ajv: 'src/openapi/',
  re2js: 'src/openapi/',
  protobufjs: 'codegen/front-ends/proto/',
  typescript: 'codegen/front-ends/ts-tags/',
  'web-tree-sitter': 'codegen/',
  'tree-sitter-go': 'codegen/',
  // Its declarations alone, for those who have it.
  vitest: 'src/testing/vitest/',
}

/** Folders of what the built-in kinds share. */
const shared = '(?:admission-plugins|conversion|declared|defaults|install|judge|releases|strategies|tables|validation)'

/** Lists of what the folders of built-in kinds have. */
const kindLists = '^src/api/(kinds|.*/(add-)?(defaults|conversions)(-to-scheme)?)[.]gen[.]ts$'

/** Hand-written files of a group of built-in kinds. */
const kinds = `^src/api/(?!${shared}/)([^/]+)/(?!v\\d)`

const ours = '^(src|codegen|cli)/'
const error = 'error'

export default {
  forbidden: [
    ...layers.slice(0, -1).map((layer, level) => ({
      name: `layer-${level}-imports-upwards`,
      comment: `L${level} (${layer}) must not import from the layers above it.`,
      severity: error,
      from: { path: `^${layer}` },
      to: { path: `^(${layers.slice(level + 1).join('|')})` },
    })),
    {
      name: 'generator-reads-no-back-end',
      comment: 'What front ends and schemas share with back ends stands in ir or schema.',
      severity: error,
      from: { path: '^codegen/(diagnostics|docs|fix-ups|front-ends|input|ir|markers|output|schema|snapshots)/' },
      to: { path: '^codegen/(back-ends|cli|profiles)/' },
    },
    {
      name: 'model-imports-no-generator',
      comment: 'The model stands below everything else of the generator.',
      severity: error,
      from: { path: '^codegen/ir/' },
      to: { path: '^codegen/(?!ir/|diagnostics/)' },
    },
    {
      name: 'folder-without-layer',
      comment: 'A new folder has to be given a layer in .dependency-cruiser.mjs.',
      severity: error,
      from: { path: ours, pathNot: `^(${layers.join('|')})` },
      to: {},
    },
    {
      name: 'no-cycles',
      comment: 'Files must not import each other in a circle, types included.',
      severity: error,
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-folder-circles',
      comment: 'Folders must not import each other in a circle.',
      severity: error,
      scope: 'folder',
      // The folders of kinds have the rules below: a pod and its containers refer to each other.
      from: { pathNot: '^src/api' },
      to: { circular: true },
    },
    {
      name: 'core-is-below-other-groups',
      comment: 'The kinds of the core group import those of no other group, but for types.',
      severity: error,
      from: { path: '^src/api/core/' },
      to: { path: kinds, pathNot: '^src/api/core/' },
    },
    {
      name: 'groups-share-through-core',
      comment:
        'The kinds of a group import those of their own group and of core; those of extensions, and Scale, have gone to other groups.',
      severity: error,
      from: { path: kinds, pathNot: ['^src/api/(core|extensions)/', '^src/api/apps/scale/'] },
      to: { path: kinds, pathNot: '^src/api/($1|core)/' },
    },
    {
      name: 'kinds-are-above-what-they-share',
      comment: 'Of what kinds share, only the lists of them import them.',
      severity: error,
      from: {
        path: '^src/api/(validation|strategies|judge|admission-plugins)/',
        pathNot: '(/index|[.]gen)[.]ts$',
      },
      to: { path: kinds },
    },
    {
      name: 'no-barrels-inside',
      comment: 'Inside the library import the file that declares a name, not the index of its folder.',
      severity: error,
      from: { path: '^src/', pathNot: '(/index|[.]gen)[.]ts$' },
      to: { path: '^src/.*index[.]ts$', pathNot: '^src/api/' },
    },
    {
      name: 'only-the-product',
      comment: 'The product imports nothing from tests, scripts, examples or the build.',
      severity: error,
      from: { path: ours },
      to: { path: '^(test|bench|scripts|examples|docs|dist)/' },
    },
    {
      name: 'generated-code-contract',
      comment: 'Generated files import the versioned contract, the registration shared by all groups, and each other.',
      severity: error,
      from: { path: '[.]gen[.]ts$', pathNot: kindLists },
      to: {
        pathNot:
          '(^src/(runtime/gen-v1|meta/v1/add-to-group-version|api/strategies/declared/declared-rules)[.]ts|[.]gen[.]ts)$',
      },
    },
    {
      name: 'resolvable',
      severity: error,
      from: {},
      to: { couldNotResolve: true },
    },
    ...Object.entries(thirdParty).map(([name, folder]) => ({
      name: `${name}-in-one-folder`,
      comment: `${name} is imported in ${folder} only.`,
      severity: error,
      from: { path: ours, pathNot: `^${folder}` },
      to: { path: `^node_modules/${name}/` },
    })),
    {
      name: 'third-party-is-listed',
      comment: 'A third-party package has to be a dependency and be given its folder in .dependency-cruiser.mjs.',
      severity: error,
      from: { path: ours },
      to: { path: 'node_modules/', pathNot: `^node_modules/(${Object.keys(thirdParty).join('|')})/` },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Scripts of a developer's machine, no part of the package.
    exclude: { path: '^codegen/.*[.]mjs$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default', 'types'] },
  },
}
