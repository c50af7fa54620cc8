import type { Scheme } from 'apimachinery/runtime'
import type { APIPaths } from '../discovery/api-paths.js'
import { OpenAPI, type OpenAPIOptions } from '../openapi/openapi.js'
import type { PathRouter } from './path-router.js'

/** Input of {@link installOpenAPI}. */
export interface OpenAPIPathsOptions extends Omit<OpenAPIOptions, 'versions'> {
  readonly scheme: Scheme
  /** What is served. */
  readonly paths: APIPaths
}

/** Serves the documents of what the paths serve. */
export function installOpenAPI(router: PathRouter, { paths, ...options }: OpenAPIPathsOptions): void {
  const versions = () =>
    paths.installed().map((installed) => {
      const { groupVersion, resources, definitions, scheme } = installed
      return { groupVersion, resources, definitions, scheme, installed: () => installed }
    })
  const documents = new OpenAPI({ ...options, versions })
  router.handle('/openapi/v2', documents.serveV2)
  router.handle('/openapi/v3', documents.serveV3Index)
  router.handlePrefix('/openapi/v3/', documents.serveV3)
}
