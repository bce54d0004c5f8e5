/** Handwritten remarks. */
import { deflateSync } from 'node:zlib';
import { contractInfo } from '@cinnabar/api/operations/flows.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { as, download, givenSeal, givenTemplate, startFlow } from '../support/given-flow.js';
import { boundsOf, pdfsig, qpdfProblems, render } from '../support/pdf/pdf-tools.js';
import { chunk, pixelBomb, withChunks } from '../support/pdf/png-chunks.js';
import { cleanSeal } from '../support/pdf/scans.js';

let running: RunningApp;

beforeAll(async () => {
  running = await startApp();
});
afterAll(() => running.close());

describe('handwriting as a remark', () => {
  it('is drawn from a PNG; a decompression bomb is refused and the service continues', async () => {
    const fresh = await givenEnterprise(running);
    await givenSeal(fresh);
    const template = await givenTemplate(fresh.owner.client, {
      parties: [{ flag: '甲方', mode: 3 }],
      pages: 1,
    });
    const { flowId } = await startFlow(fresh.owner.client, template, {
      participantList: [as('甲方', fresh.owner, fresh)],
    });
    const [file] = await fresh.owner.client.data(contractInfo, { flowId });
    const free = { componentId: 0, contractFileId: file?.fileId ?? 0, pageNum: 1, positionX: 200, sealId: 0 };
    const signWith = (image: Uint8Array) =>
      fresh.owner.client.post('/signTask/signContract', {
        flowId,
        signComponents: [
          { ...free, positionY: 200, fieldType: 0, specialAttribute: {} },
          {
            ...free,
            positionY: 500,
            fieldType: 1,
            specialAttribute: { image: Buffer.from(image).toString('base64'), width: 200, height: 100 },
          },
        ],
        // A picture requires a proof in the same request, or an intent that names it.
        authType: 'pwd',
        signPwd: fresh.owner.signPwd,
      });
    const pad = await cleanSeal(200, 'Black', 'oval');
    const bursting = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(1 << 28))]);
    for (const bomb of [
      pixelBomb(30_000, 30_000),
      pixelBomb(4097, 8),
      Buffer.from(pad).subarray(0, 900),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ]) {
      const { status, envelope } = await signWith(bomb);
      expect([status, envelope.code, envelope.reason]).toEqual([400, '400', 'INVALID_FIELD']);
      expect(envelope.msg).toContain('signComponents[1].specialAttribute.image');
    }
    // A picture with a compressed text chunk is drawn without decompressing that chunk.
    const signed = await signWith(withChunks(pad, chunk('zTXt', bursting)));
    expect(signed.envelope.code).toBe('0');
    const pdf = await download(fresh.owner, flowId);
    expect(pdfsig(pdf)).toHaveLength(2);
    expect(qpdfProblems(pdf)).toBe('');
    const ink = boundsOf(await render(pdf, 1, 96), (r, g, b) => r < 60 && g < 60 && b < 60);
    expect(ink.bottom).toBeGreaterThan(560);
  });
});
