import { mayBeFramed, pageAddress, pageAt, pagePaths } from '@cinnabar/api/pages/addresses.js';
import { describe, expect, test } from 'vitest';
import { firstInSight } from '../../../packages/web/src/shared/document/first-in-sight.js';
import { stateIn } from '../../../packages/web/src/shared/router/state-in.js';

describe('the address of a page', () => {
  test('has its parameters in the path, and the link and participant in the query', () => {
    const address = pageAddress('sign', { flowId: 12 }, { linkId: 4, participantId: 3 });
    expect(address).toBe('/sign/12?p=3&l=4');
    expect(pageAddress('contracts', {}, { linkId: 4, participantId: null })).toBe('/contracts?l=4');
    expect(pageAddress('verify', {})).toBe('/verify');
    expect(pageAddress('face', { orderNo: 'F/1' })).toBe('/face/F%2F1');
  });

  test('is parsed to the page and its parameters', () => {
    expect(pageAt('/sign/12')).toEqual({ name: 'sign', parameters: { flowId: 12 } });
    expect(pageAt('/face/F%2F1')).toEqual({ name: 'face', parameters: { orderNo: 'F/1' } });
    expect(pageAt('/')).toEqual({ name: 'home', parameters: {} });
    expect(pageAt('/enterprise/new')).toEqual({ name: 'enterprise', parameters: {} });
  });

  test.each([
    ['/seals', 'seals'],
    ['/seals/new', 'newSeal'],
    ['/seals/7', 'seal'],
    ['/pay/new', 'newPayment'],
    ['/pay/last', 'lastPayment'],
    ['/pay/7', 'payment'],
    ['/approve', 'approvals'],
    ['/approve/7', 'approval'],
  ] as const)('%s is the page %s', (path, name) => {
    expect(pageAt(path)?.name).toBe(name);
  });

  test.each(['/sign', '/sign/x', '/sign/1/2', '/sign/1234567890123456', '/seals/x', '/face/', '/nothing'])(
    '%s is not a page',
    (path) => {
      expect(pageAt(path)).toBeNull();
    },
  );

  test('of the sandbox’s payment exists only in sandbox mode', () => {
    expect(pagePaths('production')).not.toContain('/sandbox/pay/:businessOrderNo');
    expect(pagePaths('sandbox')).toContain('/sandbox/pay/:businessOrderNo');
  });
});

test('no other site may frame the console, nor the preview, whose frame belongs to the designer', () => {
  expect(['/sign/12', '/fill/12'].map(mayBeFramed)).toEqual([true, true]);
  expect(['/preview', '/login', '/console/7'].map(mayBeFramed)).toEqual([false, false, false]);
});

describe('state of a page in its query', () => {
  test('is parsed as the page declares it', () => {
    expect(stateIn('fill', '?p=3&l=4&file=9&page=2&view=list')).toEqual({ file: 9, page: 2, view: 'list' });
    expect(stateIn('seals', '?category=PUBLIC')).toEqual({ category: 'PUBLIC' });
  });

  test('drops values that the page cannot have written', () => {
    expect(stateIn('fill', '?file=-1&page=two&view=sideways&other=1')).toEqual({});
  });

  const page = { width: 794, height: 1123 };
  const files = [
    { fileId: 5, fileName: 'contract.pdf', version: 'a', pages: [page, page] },
    { fileId: 9, fileName: 'terms.pdf', version: 'b', pages: [page] },
  ];

  test('scrolls to the page of a document', () => {
    expect(firstInSight(files, { file: 5, page: 2 })).toEqual({ fileId: 5, page: 2 });
    expect(firstInSight(files, { file: 9 })).toEqual({ fileId: 9, page: 1 });
  });

  test('starts at the top for the first page and for a missing one', () => {
    expect(firstInSight(files, {})).toBeNull();
    expect(firstInSight(files, { file: 5, page: 1 })).toBeNull();
    expect(firstInSight(files, { file: 5, page: 3 })).toBeNull();
    expect(firstInSight(files, { file: 6, page: 1 })).toBeNull();
  });
});
