import { layerRules } from '../scripts/layer-rules.mjs'

// The order of the folders, checked by `npm run check:layers`. Imports go downwards or stay in their layer.
export default layerRules({
  source: 'client/src/',
  layers: [
    'internal/',
    '(config|logging)/',
    'transport/',
    'rest/',
    '(discovery|streams)/',
    '(client|gen-v1)/',
    '(clientset|resources|cache|queue|metrics|events|leader)/',
    'controller/',
    '(cli/|browser/|index[.]ts)',
  ],
  thirdParty: { ws: 'transport/' },
  packages: ['apimachinery'],
})
