import type { Client } from '@apimachinery/client'
import type { TestServer } from '@apimachinery/server/testing'

export declare function startCluster(): Promise<{ server: TestServer; folder: string; client: Client }>
