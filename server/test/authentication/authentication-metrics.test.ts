import { MetricsRegistry } from '@apimachinery/client/metrics'
import { describe, expect, it } from 'vitest'
import { AuthenticationMetrics } from '../../src/authentication/authentication-metrics.js'
import { beside } from '../metrics/upstream-families.js'

describe('the metrics of authentication', () => {
  it('are those of upstream', () => {
    const registry = new MetricsRegistry()
    new AuthenticationMetrics(registry, '', 36)
    const { ours, theirs } = beside(registry)
    // Source: pkg/serviceaccount/metrics.go of Kubernetes, which is in none of its modules.
    const used = (help: string) => ({
      type: 'counter',
      stability: 'ALPHA',
      labels: [],
      help: `Cumulative ${help} used`,
    })
    const ofTokens = {
      serviceaccount_legacy_tokens_total: used('legacy service account tokens'),
      serviceaccount_legacy_manual_token_uses_total: used('manually created legacy tokens'),
      serviceaccount_legacy_auto_token_uses_total: used('auto-generated legacy tokens'),
      serviceaccount_invalid_legacy_auto_token_uses_total: used('invalid auto-generated legacy tokens'),
      serviceaccount_valid_tokens_total: used('valid projected service account tokens'),
      serviceaccount_stale_tokens_total: used('stale projected service account tokens'),
    }
    expect(ours).toEqual({ ...theirs, ...ofTokens })
  })

  it('count tokens of service accounts by what they are', async () => {
    const registry = new MetricsRegistry()
    const metrics = new AuthenticationMetrics(registry)
    const kinds = ['legacy', 'manual', 'auto', 'invalid', 'valid', 'stale'] as const
    for (const [index, kind] of kinds.entries())
      for (let count = 0; count <= index; count++) metrics.serviceAccountToken(kind)
    const text = await registry.text()
    const counts = [...text.matchAll(/^serviceaccount_(\w+) (\d+)$/gm)].map(([, name, count]) => `${name} ${count}`)
    expect(counts.sort()).toEqual(
      [
        'legacy_tokens_total 1',
        'legacy_manual_token_uses_total 2',
        'legacy_auto_token_uses_total 3',
        'invalid_legacy_auto_token_uses_total 4',
        'valid_tokens_total 5',
        'stale_tokens_total 6',
      ].sort(),
    )
  })

  it('of an issuer are gone with it', async () => {
    const registry = new MetricsRegistry()
    const issuer = new AuthenticationMetrics(registry, 'server').issuer('https://issuer')
    issuer.authenticated(true, 0.5)
    issuer.authenticated(false, 0.5)
    issuer.keysRead(2000, undefined)
    issuer.keysRead(3000, 'keys')
    issuer.keysRead(4000, 'other keys')
    const lines = async (name: string) =>
      [...(await registry.text()).matchAll(new RegExp(`^apiserver_authentication_jwt_authenticator_${name}`, 'gm'))]
        .length
    expect(await registry.text()).toMatch(
      /_latency_seconds_count\{jwt_issuer_hash="sha256:[0-9a-f]+",result="success"\} 1/,
    )
    expect(await registry.text()).toMatch(/_last_timestamp_seconds\{[^}]*result="failure"\} 2\n/)
    expect(await registry.text()).toMatch(/_last_timestamp_seconds\{[^}]*result="success"\} 4\n/)
    expect([await lines('jwks_fetch_last_timestamp_seconds'), await lines('jwks_fetch_last_key_set_info')]).toEqual([
      2, 1,
    ])
    issuer.removed()
    expect([await lines('jwks_fetch_last_timestamp_seconds'), await lines('jwks_fetch_last_key_set_info')]).toEqual([
      0, 0,
    ])
  })
})
