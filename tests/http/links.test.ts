import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { signLink } from '@cinnabar/server/storage/links.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';

describe('links', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  async function linkTo(
    mediaType: string,
    disposition: 'inline' | 'attachment',
    lifeMs = 60_000,
  ): Promise<string> {
    const { blobs, masterKey, clock } = running.app.services;
    const { hash } = await blobs.put(1, Buffer.from('content of the file'));
    const expires = new Date(clock.now().getTime() + lifeMs);
    const target = { kind: 'file', corpId: 1, hash, fileName: '合同.pdf', mediaType, disposition } as const;
    return `${running.baseUrl}/files/${signLink(masterKey.linkSigning, target, expires)}`;
  }

  test('open their target, in private caches only', async () => {
    const response = await fetch(await linkTo('application/pdf', 'inline'));
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('content of the file');
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toContain(
      'inline; filename="__.pdf"; filename*=UTF-8\'\'%E5%90%88',
    );
    expect(response.headers.get('cache-control')).toContain('private');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const head = await fetch(await linkTo('application/pdf', 'inline'), { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '19', '']);
  });

  test('never return what a browser could execute', async () => {
    const response = await fetch(await linkTo('text/html', 'inline'));
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
  });

  test('return 410 if expired, and 404 if they are invalid or their content is gone', async () => {
    const good = await linkTo('application/pdf', 'inline', 1_800_000);
    expect((await fetch(good)).status).toBe(200);
    await running.advance(1_799);
    await running.advance(2);
    const ended = await fetch(good);
    expect([ended.status, await ended.json()]).toEqual([410, { code: '410', msg: '链接已失效', data: null }]);
    const changed = await linkTo('application/pdf', 'inline');
    for (const url of [changed.replace(/.$/, ''), `${running.baseUrl}/files/x`, `${changed}x`]) {
      const response = await fetch(url);
      expect([response.status, await response.json()]).toEqual([
        404,
        { code: '404', msg: '对象不存在', data: null },
      ]);
    }
    const { blobs } = running.app.services;
    const { hash } = await blobs.put(1, Buffer.from('content of the file'));
    const gone = await linkTo('application/pdf', 'inline');
    await rm(join(running.dataDir, 'blobs', '1', hash.slice(0, 2), hash));
    expect((await fetch(gone)).status).toBe(404);
  });
});
