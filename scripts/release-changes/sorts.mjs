/** What is read of the modules of a release: folders by module. Kubernetes itself has another major version. */
export const modules = {
  'k8s.io/api': [''],
  'k8s.io/apimachinery': ['pkg'],
  'k8s.io/apiserver': ['pkg'],
  'k8s.io/apiextensions-apiserver': ['pkg'],
  'k8s.io/kube-aggregator': ['pkg'],
  'k8s.io/component-base': ['featuregate', 'compatibility'],
  'k8s.io/kubernetes': [
    'pkg/api',
    'pkg/apis',
    'pkg/controlplane',
    'pkg/features',
    'pkg/kubeapiserver',
    'pkg/printers',
    'pkg/registry',
    'plugin/pkg',
  ],
}

/** Sorts of declarations in the order of the report, the first that fits counts. */
export const sorts = [
  { name: 'gates', fits: ({ path }) => /\/features$|\/featuregate$/.test(path) },
  {
    name: 'types',
    fits: ({ path, name, text }) => path.startsWith('k8s.io/api/') && /^type /m.test(text) && !name.includes('.'),
  },
  { name: 'defaults', fits: ({ name }) => /^(?:SetDefaults?|SetObjectDefaults)_|^addDefaultingFuncs$/.test(name) },
  {
    name: 'conversions',
    fits: ({ name }) => /^(?:Convert|autoConvert)_|^(?:AddFieldLabelConversions|addConversionFuncs)/.test(name),
  },
  {
    name: 'validation',
    fits: ({ path, name }) => /\/validation$/.test(path) || /^(?:\w+\.)?(?:[Vv]alidate|[Ww]arn|GetWarnings)/.test(name),
  },
  { name: 'strategies', fits: ({ path }) => /^k8s\.io\/kubernetes\/pkg\/registry\//.test(path) },
  { name: 'tables', fits: ({ path }) => path.includes('/printers') },
  {
    name: 'admission and authorization',
    fits: ({ path }) => path.includes('/plugin/pkg/') || path.includes('/pkg/admission'),
  },
  {
    name: 'control plane',
    fits: ({ path }) => path.includes('/pkg/controlplane') || path.includes('/pkg/kubeapiserver'),
  },
  { name: 'other', fits: () => true },
]
