import { loadEntry } from '../harness/modules.mjs'

function jsonOf(factory) {
  return factory.supportedMediaTypes().find(({ mediaType }) => mediaType === 'application/json').serializer
}

/**
 * JSON serializers that know the kinds of `v1` and `apps/v1`, one for each way of reading, the small faithful one, and one
 * that knows no kind.
 */
export async function podCodecs() {
  const { JSONCodecFactory, Scheme } = await loadEntry('./runtime')
  const { CoreCodecFactory } = await loadEntry('./runtime/serializer')
  const { jsonFormat } = await loadEntry('./runtime/serializer/json')
  const [core, apps] = await Promise.all([loadEntry('./api/core/v1'), loadEntry('./api/apps/v1')])
  const known = new Scheme()
  core.addToScheme(known)
  apps.addToScheme(known)
  const json = (options, scheme = known) => jsonOf(new CoreCodecFactory(scheme, { formats: [jsonFormat], ...options }))
  return {
    small: jsonOf(new JSONCodecFactory(known)),
    faithful: json({}),
    strict: json({ strict: true }),
    canonical: json({ mode: 'canonical' }),
    unstructured: json({ unstructured: true }, new Scheme()),
  }
}
