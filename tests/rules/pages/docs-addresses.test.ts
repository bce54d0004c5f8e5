import { pageAt } from '@cinnabar/api/pages/addresses.js';
import { describe, expect, test } from 'vitest';
import type { Directory } from '../../../packages/web/src/docs/content.js';
import { neighboursOf, placeOf, withLanguage } from '../../../packages/web/src/docs/place.js';

const directory: Directory = {
  guides: [{ name: 'webhooks', title: 'Webhooks' }],
  areas: [
    {
      area: 'seals',
      title: 'Seals',
      operations: [
        { name: 'seal.modify', path: '/seal/modify', title: 'Rename a seal' },
        { name: 'seal.delete', path: '/seal/delete', title: 'Delete a seal' },
      ],
    },
  ],
};

describe('an address of the documentation', () => {
  test.each([
    ['/docs', { kind: 'start' }],
    ['/docs/guides/webhooks', { kind: 'guide', name: 'webhooks' }],
    ['/docs/seals', { kind: 'area', area: 'seals' }],
    ['/docs/seals/seal.modify', { kind: 'operation', area: 'seals', name: 'seal.modify' }],
    ['/docs/codes', { kind: 'codes' }],
    ['/docs/events', { kind: 'events' }],
  ])('%s is a page', (address, place) => {
    expect(placeOf(pageAt(address), directory)).toEqual(place);
  });

  test.each([
    '/docs/guides',
    '/docs/guides/none',
    '/docs/seals/seal.none',
    '/docs/flows',
    '/docs/flows/seal.modify',
  ])('%s is none', (address) => {
    expect(placeOf(pageAt(address), directory)).toEqual({ kind: 'unknown' });
  });

  test('names the language before the place within the page', () => {
    expect(withLanguage('/docs/codes#404', 'en')).toBe('/docs/codes?lang=en#404');
    expect(withLanguage('https://example.com/#a', 'en')).toBe('https://example.com/#a');
  });

  test('leads on in the order of the navigation, from the last guide to the first operation', () => {
    expect(neighboursOf('/docs/seals/seal.modify', directory)).toEqual({
      before: { href: '/docs/guides/webhooks', title: 'Webhooks' },
      after: { href: '/docs/seals/seal.delete', title: 'Delete a seal' },
    });
    expect(neighboursOf('/docs/seals/seal.delete', directory).after).toBe(null);
    expect(neighboursOf('/docs/codes', directory)).toEqual({ before: null, after: null });
  });
});
