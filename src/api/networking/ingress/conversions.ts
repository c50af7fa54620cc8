import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { recastWith } from '../../conversion/recast.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Registers the conversions of Ingress. */
export function addIngressConversions(scheme: ConversionRegistrar): void {
  scheme.addHub(v1.Ingress)
  scheme.addConversion(v1beta1.Ingress, v1.Ingress, (from) =>
    recastWith(from, v1.Ingress, { spec: newIngressSpec(from.spec) }),
  )
  scheme.addConversion(v1.Ingress, v1beta1.Ingress, (from) =>
    recastWith(from, v1beta1.Ingress, { spec: oldIngressSpec(from.spec) }),
  )
}

/** The specification of an ingress of `networking.k8s.io/v1beta1` or `extensions/v1beta1` in the form of v1. */
export function newIngressSpec(spec: v1beta1.IngressSpec | undefined): v1.IngressSpec | undefined {
  if (!spec) return undefined
  const { backend, rules, ...rest } = spec
  return {
    ...rest,
    ...(backend && { defaultBackend: newBackend(backend) }),
    ...(rules && { rules: rules.map((rule) => withPaths(rule, newBackend)) }),
  }
}

/** The specification of an ingress of v1 in the form of the versions before. */
export function oldIngressSpec(spec: v1.IngressSpec | undefined): v1beta1.IngressSpec | undefined {
  if (!spec) return undefined
  const { defaultBackend, rules, ...rest } = spec
  return {
    ...rest,
    ...(defaultBackend && { backend: oldBackend(defaultBackend) }),
    ...(rules && { rules: rules.map((rule) => withPaths(rule, oldBackend)) }),
  }
}

function withPaths<B>(
  rule: { http?: { paths?: readonly { backend: B }[] | undefined } | undefined },
  convert: (backend: B) => object,
): object {
  if (!rule?.http?.paths) return rule ?? {}
  return {
    ...rule,
    http: {
      ...rule.http,
      paths: rule.http.paths.map((path) => ({ ...path, backend: convert(path?.backend ?? ({} as B)) })),
    },
  }
}

function newBackend({ serviceName, servicePort, ...rest }: v1beta1.IngressBackend): v1.IngressBackend {
  if (!serviceName && !isSet(servicePort)) return rest
  const port =
    typeof servicePort === 'string' ? { ...(servicePort !== '' && { name: servicePort }) } : number(servicePort)
  return { ...rest, service: { name: serviceName ?? '', port } }
}

/** The empty text is a port that has no name, 0 is none. */
function isSet(port: number | string | undefined): boolean {
  return typeof port === 'string' || Boolean(port)
}

function number(port: number | undefined): v1.ServiceBackendPort {
  return port ? { number: port } : {}
}

function oldBackend({ service, ...rest }: v1.IngressBackend): v1beta1.IngressBackend {
  if (!service) return rest
  const { name, number: port } = service.port ?? {}
  return { ...rest, serviceName: service.name ?? '', servicePort: name ? name : (port ?? 0) }
}
