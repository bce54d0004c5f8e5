import { findFonts } from '@cinnabar/fonts';
import { DocumentEngine, EngineBusy, EngineFailed, type EngineOptions } from '@cinnabar/pdf/engine/engine.js';
import { DocumentRefused, DrawingRefused } from '@cinnabar/pdf/model.js';
import { RenderFailed } from '@cinnabar/pdf/render/page-renderer.js';
import type { SealSpec } from '@cinnabar/pdf/seals/seal-spec.js';
import { afterEach, describe, expect, it } from 'vitest';
import { actOf, placement, SQUARE_SEAL, uploadedPdf, value } from '../support/pdf/sample-documents.js';
import { makeTestSigner } from '../support/test-certificates.js';

const engines: DocumentEngine[] = [];

function engine(options: Partial<EngineOptions> = {}): DocumentEngine {
  const made = new DocumentEngine({ fonts: findFonts(), workers: 2, ...options });
  engines.push(made);
  return made;
}

afterEach(async () => {
  await Promise.all(engines.splice(0).map((made) => made.close()));
});

const SEAL: SealSpec = {
  shape: 'round',
  corpName: '北京云签科技有限公司',
  horizontalText: '合同专用章',
  bottomText: null,
  color: 'Red',
  alpha: 1,
};

async function thrown(act: Promise<unknown>): Promise<unknown> {
  try {
    await act;
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('the PDF engine', () => {
  it('takes a contract from upload to signature and page pictures', async () => {
    const documents = engine();
    const signer = await makeTestSigner('ecdsa-p256-sha256');
    // A view into a larger buffer, as uploads arrive: only its own bytes count, and the caller keeps them.
    const larger = Buffer.concat([
      Buffer.from('before'),
      await uploadedPdf([{}, { rotate: 90 }]),
      Buffer.from('after'),
    ]);
    const upload = larger.subarray(6, larger.length - 5);

    const { bytes, pages } = await documents.importPdf(upload);
    expect(upload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
      [794, 1123],
      [1123, 794],
    ]);

    const seal = await documents.drawSeal(SEAL);
    const wanted = placement('sig-1-1', {}, { kind: 'seal', seal, size: 'actual', dateLine: '2026-11-20' });
    const prepared = await documents.prepare(bytes, {
      values: [value('合同金额：壹万元整')],
      areas: [{ fieldName: 'sig-1-1', box: wanted.box }],
    });
    let asked = 0;
    const signed = await documents.sign(prepared, actOf(signer, [wanted]), (toBeSigned) => {
      asked += 1;
      return signer.sign(toBeSigned);
    });
    expect(asked).toBe(1);
    expect(Buffer.from(signed.subarray(0, prepared.length)).equals(prepared)).toBe(true);

    expect([...(await documents.renderPage(signed, 1, 200)).subarray(0, 2)]).toEqual([0xff, 0xd8]);
    expect(Buffer.from((await documents.sealPng(seal, 600)).subarray(1, 4)).toString()).toBe('PNG');
    expect((await documents.drawNameSeal({ name: '王小明', color: 'Red', alpha: 1 })).width).toBe(20);
    expect(documents.pools.every(({ waiting, running }) => waiting + running === 0)).toBe(true);
  });

  it('reports every value that does not fit or cannot be drawn, and draws none', async () => {
    const long = value('一'.repeat(200), {}, { label: '备注' });
    const smiling = value('😀', {}, { label: '表情' });
    expect(await engine().checkValues([value('合同'), long, smiling])).toEqual([
      { reason: 'OVERFLOW', label: '备注', character: null },
      { reason: 'MISSING_GLYPH', label: '表情', character: '😀' },
    ]);
  });

  it('throws refusals with their data, as without threads', async () => {
    const documents = engine();
    const refusedSeal = await thrown(documents.drawSeal({ ...SEAL, corpName: '😀公司' }));
    expect(refusedSeal).toBeInstanceOf(DrawingRefused);
    expect(refusedSeal).toMatchObject({ reason: 'MISSING_GLYPH', label: 'corpName', character: '😀' });

    const refusedFile = await thrown(documents.importPdf(Buffer.from('a letter')));
    expect(refusedFile).toBeInstanceOf(DocumentRefused);
    expect(refusedFile).toMatchObject({ reason: 'NOT_A_PDF' });

    const noPicture = await thrown(documents.renderPage(await uploadedPdf([{}]), 9, 100));
    expect(noPicture).toBeInstanceOf(RenderFailed);
    expect(noPicture).toMatchObject({ reason: 'NO_SUCH_PAGE' });
  });

  /** Signing with drawn seals: few are signed in the caller's thread, many in a worker. */
  async function givenSigning(count: number) {
    const signer = await makeTestSigner('ecdsa-p256-sha256');
    const { bytes } = await engine().importPdf(await uploadedPdf([{}]));
    const prepared = await engine().prepare(bytes, { values: [], areas: [] });
    const mark = { kind: 'seal', seal: SQUARE_SEAL, size: 'actual', dateLine: null } as const;
    const fields = Array.from({ length: count }, (_, index) => `sig-1-${index}`);
    const act = actOf(
      signer,
      fields.map((field) => placement(field, {}, mark)),
    );
    return { signer, prepared, act };
  }

  it.each([1, 5])('throws the signer’s error, and continues: %i seals', async (count) => {
    const { signer, prepared, act } = await givenSigning(count);
    const documents = engine({ workers: 1 });
    const outage = new Error('the key service is down');
    expect(await thrown(documents.sign(prepared, act, () => Promise.reject(outage)))).toBe(outage);
    expect((await documents.sign(prepared, act, signer.sign)).length).toBeGreaterThan(prepared.length);
  });

  it.each([1, 5])('gives up on a signer that does not answer: %i seals', async (count) => {
    const { prepared, act } = await givenSigning(count);
    const silent = () => new Promise<never>(() => undefined);
    const failure = await thrown(engine({ deadline: 100 }).sign(prepared, act, silent));
    expect(failure).toMatchObject({ name: 'EngineFailed', reason: 'DEADLINE' });
  });

  it('refuses more jobs than its queue holds, at once', async () => {
    const documents = engine({ workers: 1, queueLength: 2 });
    const jobs = [1, 2, 3].map(() => documents.drawSeal(SEAL));
    expect(documents.pools[0]).toEqual({ name: 'work', waiting: 2, running: 1 });
    expect(await thrown(documents.drawSeal(SEAL))).toBeInstanceOf(EngineBusy);
    expect((await Promise.all(jobs)).map((seal) => seal.width)).toEqual([42, 42, 42]);
    expect((await documents.drawSeal(SEAL)).width).toBe(42);
  });

  it('refuses more bytes than its queue holds, except for a single document', async () => {
    const documents = engine({ workers: 1, queueBytes: 100 });
    const pdf = await uploadedPdf([{}]);
    const first = documents.importPdf(pdf);
    expect(await thrown(documents.importPdf(pdf))).toBeInstanceOf(EngineBusy);
    const small = documents.drawSeal(SEAL);
    expect((await first).pages).toHaveLength(1);
    expect((await small).width).toBe(42);
  });

  it('aborts a job at its deadline, and only that job', async () => {
    const documents = engine({ importDeadline: 1 });
    const [refused, seal] = await Promise.all([
      thrown(documents.importPdf(await uploadedPdf([{}]))),
      documents.drawSeal(SEAL),
    ]);
    expect(refused).toBeInstanceOf(DocumentRefused);
    expect(refused).toMatchObject({ reason: 'BROKEN' });
    expect(seal.width).toBe(42);

    const hasty = engine({ deadline: 1 });
    expect(await thrown(hasty.drawSeal(SEAL))).toMatchObject({ name: 'EngineFailed', reason: 'DEADLINE' });
  });

  it('replaces a thread that runs out of memory, and only its job fails', async () => {
    const documents = engine({ workers: 1, workerMemory: 32 });
    const greedy = documents.checkValues([value('一'.repeat(3_000_000))]);
    const next = documents.drawSeal(SEAL);
    const error = await thrown(greedy);
    expect(error).toBeInstanceOf(EngineFailed);
    expect(error).toMatchObject({ reason: 'MEMORY' });
    expect((await next).width).toBe(42);
  });

  it('aborts waiting and running jobs when it is closed', async () => {
    const documents = engine({ workers: 1 });
    const jobs = [documents.drawSeal(SEAL), documents.drawSeal(SEAL)].map(thrown);
    await documents.close();
    for (const error of await Promise.all(jobs))
      expect(error).toMatchObject({ name: 'EngineFailed', reason: 'CLOSED' });
    expect(await thrown(documents.drawSeal(SEAL))).toMatchObject({ reason: 'CLOSED' });
  });
});
