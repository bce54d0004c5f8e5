import {
  defaultAlgorithm,
  PENDING_LONG,
  renewalBy,
  requestState,
  SOURCE_CHANGED,
  statusOf,
  waysOf,
} from '@cinnabar/server/areas/certificates/rules.js';
import { describe, expect, it } from 'vitest';

describe('the status of a certificate', () => {
  const end = new Date('2026-11-23T12:00:00Z');
  const later = new Date(end.getTime() + 1);

  it.each([
    ['before its end', { not_after: end, revoked_at: null }, new Date(0), 'valid'],
    ['at its end', { not_after: end, revoked_at: null }, end, 'valid'],
    ['after its end', { not_after: end, revoked_at: null }, later, 'expired'],
    ['revoked', { not_after: end, revoked_at: new Date(0) }, new Date(0), 'revoked'],
    ['revoked, after its end', { not_after: end, revoked_at: end }, later, 'revoked'],
  ] as const)('%s', (_case, certificate, now, status) => {
    expect(statusOf(certificate, now)).toBe(status);
  });
});

describe('a request for a certificate', () => {
  const since = new Date('2026-11-23T12:00:00Z');
  it.each([
    ['by file', 'file', null, null, 'chainAwaited'],
    ['by file, with an old problem', 'file', null, 'REFUSED 403', 'chainAwaited'],
    ['not sent yet', 'est', null, null, 'queued'],
    ['accepted by the authority', 'est', since, null, 'pending'],
    ['accepted long ago', 'est', since, PENDING_LONG, 'pendingLong'],
    ['refused', 'est', null, 'REFUSED 403', 'refused'],
    ['answered with another key', 'est', since, 'OTHER_KEY', 'unusable'],
    ['to an authority that is away', 'est', null, 'FAILING', 'unavailable'],
    ['to an authority that is named again', 'est', since, SOURCE_CHANGED, 'pending'],
    ['to an authority that nobody asks any more', 'json', since, 'REFUSED 403', 'sourceChanged'],
  ] as const)('%s', (_case, source, accepted_at, problem, state) => {
    expect(requestState({ source, accepted_at, problem }, 'est')).toBe(state);
  });

  const corp = (signatureSuite?: string) => ({
    settings: signatureSuite === undefined ? {} : { signatureSuite },
  });

  it('is made over the network where the platform has an authority there, and never for SM2', () => {
    expect(waysOf(corp(), 'P-256', 'est')).toEqual(['network', 'file']);
    expect(waysOf(corp('dual'), 'P-256', null)).toEqual(['file']);
    expect(waysOf(corp('sm2'), 'P-256', 'est')).toEqual([]);
    expect(waysOf(corp(), 'SM2', 'est')).toEqual([]);
  });

  it.each([
    ['of the platform', undefined, 'RSA-2048', 'RSA-2048'],
    ['of the platform', undefined, 'P-256', 'P-256'],
    ["of the enterprise's suite", 'p256', 'RSA-2048', 'P-256'],
    ["of the enterprise's suite", 'rsa2048', 'P-256', 'RSA-2048'],
    ['of the signatures that pages show', 'dual', 'RSA-2048', 'P-256'],
    ['of none with SM2', 'sm2', 'P-256', null],
  ] as const)('has the algorithm %s unless it names another', (_case, suite, ofPlatform, algorithm) => {
    expect(defaultAlgorithm(corp(suite), ofPlatform)).toBe(algorithm);
  });

  it('is made by this service for the renewal of what the same authority issued', () => {
    expect([renewalBy(null, 'est'), renewalBy('est', 'est'), renewalBy('file', 'est')]).toEqual([
      'builtIn',
      'network',
      'manual',
    ]);
  });
});
