import { createHash } from 'node:crypto';
import { signContract } from '@cinnabar/api/operations/flows.js';
import {
  createSealByImage,
  getSealInfo,
  getSealListByPage,
  uploadSealFilePreView,
} from '@cinnabar/api/operations/seals.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { Answered, Client } from '../support/client.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  download,
  givenSeal,
  givenTemplate,
  sealEverything,
  startFlow,
} from '../support/given-flow.js';
import { boundsOf, pdfsig, qpdfProblems, render } from '../support/pdf/pdf-tools.js';
import { bitmapOf, cleanSeal, scan } from '../support/pdf/scans.js';

interface UploadedSeal {
  readonly fileName: string;
  readonly fileUrl: string;
  readonly httpUrl: string;
  readonly totalPage: number;
  readonly width: number;
  readonly height: number;
}

let running: RunningApp;
let enterprise: Enterprise;
let paper: Uint8Array;

beforeAll(async () => {
  running = await startApp();
  enterprise = await givenEnterprise(running);
  paper = await scan({ width: 700, height: 700, seal: 480, shade: 0.7, noise: 6 });
});
afterAll(() => running.close());

const uploadPath = '/seal/uploadSealFile';

function upload(
  client: Client,
  bytes: Uint8Array,
  { query = '', name = '公章扫描.png', headers = {} } = {},
): Promise<Answered<UploadedSeal>> {
  return client.upload<UploadedSeal>(uploadPath + query, { name, bytes, mediaType: 'image/png' }, headers);
}

async function uploaded(client: Client, bytes: Uint8Array = paper, query = ''): Promise<UploadedSeal> {
  const { envelope } = await upload(client, bytes, { query });
  if (envelope.code !== '200') throw new Error(JSON.stringify(envelope));
  return envelope.data;
}

const imageSeal = (sealName: string) =>
  ({ sealName, sealStyle: 3, categoryType: 'CONTRACT', sealTemplateStyle: 'round' }) as const;

async function pictureAt(address: string): Promise<Buffer> {
  const response = await fetch(address);
  expect(response.headers.get('content-type')).toBe('image/png');
  return Buffer.from(await response.arrayBuffer());
}

/** The predominant colour of the well-covered pixels, and the covered share of the picture. */
async function inkOf(picture: Uint8Array) {
  const { data } = await bitmapOf(picture);
  const sums = [0, 0, 0];
  let opaque = 0;
  let shown = 0;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0;
    if (alpha > 40) shown += 1;
    if (alpha < 200) continue;
    opaque += 1;
    for (let channel = 0; channel < 3; channel += 1)
      sums[channel] = (sums[channel] ?? 0) + (data[at + channel] ?? 0);
  }
  const [red = 0, green = 0, blue = 0] = sums.map((sum) => Math.round(sum / Math.max(opaque, 1)));
  return { red, green, blue, shown: shown / (data.length / 4) };
}

describe('uploading a scan of a seal', () => {
  it('returns the seal alone on a transparent background, behind a signed link', async () => {
    const answer = await uploaded(enterprise.owner.client);
    expect(answer).toEqual({
      fileName: '公章扫描.png',
      fileUrl: expect.stringMatching(/^files\/[a-z2-7]{32}\.png$/),
      httpUrl: expect.stringMatching(/^http/),
      totalPage: 1,
      width: expect.any(Number),
      height: expect.any(Number),
    });
    expect(Math.abs(answer.width - 482)).toBeLessThanOrEqual(3);
    expect(Math.abs(answer.height - 482)).toBeLessThanOrEqual(3);
    const picture = await pictureAt(answer.httpUrl);
    expect(await sharp(picture).metadata()).toMatchObject({ width: answer.width, hasAlpha: true });
    const { red, green, blue, shown } = await inkOf(picture);
    expect([red > 190, green < 60, blue < 70]).toEqual([true, true, true]);
    expect(shown).toBeGreaterThan(0.15);
    expect(shown).toBeLessThan(0.4);
  });

  it.each([
    ['?color=Blue', [11, 63, 168]],
    ['?color=PURPLE', [106, 27, 154]],
    ['?color=black', [17, 17, 17]],
    ['?color=red', [230, 0, 18]],
  ])('%s gives it that ink', async (query, [red, green, blue]) => {
    const { httpUrl } = await uploaded(enterprise.owner.client, paper, query);
    expect(await inkOf(await pictureAt(httpUrl))).toMatchObject({ red, green, blue });
  });

  it('an empty colour counts as none', async () => {
    const { envelope } = await upload(enterprise.owner.client, paper, { query: '?color=' });
    expect(envelope.code).toBe('200');
  });

  it.each(['?color=Green', '?color=%23ff0000', '?color=Red&color=Blue', '?color=%ff'])(
    '%s is 400 naming the parameter',
    async (query) => {
      const { status, envelope } = await upload(enterprise.owner.client, paper, { query });
      expect([status, envelope.code, envelope.data]).toEqual([400, '400', null]);
      expect(envelope.msg).toContain('color');
    },
  );

  it('stores the original scan beside the picture', async () => {
    const { fileUrl } = await uploaded(enterprise.owner.client);
    const row = await running.app.database.db
      .selectFrom('stored_files')
      .select(['original_hash', 'kind', 'media_type'])
      .where('file_key', '=', fileUrl)
      .executeTakeFirstOrThrow();
    const original_hash = createHash('sha256').update(paper).digest('hex');
    expect(row).toEqual({ original_hash, kind: 'seal-upload', media_type: 'image/png' });
  });

  it('repeated with one Idempotency-Key is one upload; another colour is another request', async () => {
    const headers = { 'idempotency-key': 'seal-upload-1' };
    const first = await upload(enterprise.owner.client, paper, { query: '?color=Red', headers });
    const again = await upload(enterprise.owner.client, paper, { query: '?color=Red', headers });
    expect(first.envelope.code).toBe('200');
    expect(again.envelope).toEqual(first.envelope);
    const other = await upload(enterprise.owner.client, paper, { query: '?color=Blue', headers });
    expect(other.envelope).toMatchObject({ code: '409', reason: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it.each([
    [['SEAL_ADMIN'], '200'],
    [['MEMBER_ADMIN', 'TEMPLATE_ADMIN', 'CONTRACT_ADMIN'], '403'],
    [[], '403'],
  ] as const)('by %j: %s', async (roles, code) => {
    const member = await enterprise.member(roles);
    expect((await upload(member.client, paper)).envelope.code).toBe(code);
  });
});

describe('creating a seal from the uploaded picture', () => {
  it('yields an enabled image seal of the enterprise: 42 x 42 mm, its picture 600 px and centred', async () => {
    const fresh = await givenEnterprise(running);
    await uploaded(fresh.owner.client);
    const { sealId } = await fresh.owner.client.data(createSealByImage, imageSeal('图片章'));
    const info = await fresh.owner.client.data(getSealInfo, { sealId });
    expect(info).toMatchObject({
      sealId,
      corpName: fresh.corpName,
      sealName: '图片章',
      categoryType: 'CONTRACT',
      sealStyle: 3,
      sealWidth: 42,
      sealHeight: 42,
      defaultFlag: 1,
      status: 1,
      sealHorizontalText: null,
      sealBottomText: null,
      source: 'IMAGE',
      authorNum: 0,
    });
    const { width, height, data } = await bitmapOf(await pictureAt(info.sealImageUrl));
    expect([width, height]).toEqual([600, 600]);
    const alphas = Buffer.from(Uint8Array.from({ length: width * height }, (_, at) => data[at * 4 + 3] ?? 0));
    const { info: trimmed } = await sharp(alphas, { raw: { width, height, channels: 1 } })
      .trim({ background: '#000000', threshold: 60 })
      .toBuffer({ resolveWithObject: true });
    expect(trimmed.width).toBeGreaterThan(590);
    expect(trimmed.height).toBeGreaterThan(590);
  });

  it('an oval one is 45 x 30 mm, with the picture’s proportions', async () => {
    const fresh = await givenEnterprise(running);
    await uploaded(fresh.owner.client);
    const { envelope } = await fresh.owner.client.post<{ sealId: SealId }>('/seal/createSealByImage', {
      ...imageSeal('椭圆图片章'),
      sealTemplateStyle: 'OVAL',
    });
    const { sealId } = envelope.data;
    const info = await fresh.owner.client.data(getSealInfo, { sealId });
    expect(info).toMatchObject({ sealWidth: 45, sealHeight: 30 });
    const picture = await pictureAt(info.sealImageUrl);
    expect(await sharp(picture).metadata()).toMatchObject({ width: 600, height: 400 });
    // A round scan stays round: as high as the canvas, and centred.
    const { data, width } = await bitmapOf(picture);
    const columns = Array.from({ length: width }, (_, x) =>
      Array.from({ length: 400 }, (_, y) => data[(y * width + x) * 4 + 3] ?? 0).some((alpha) => alpha > 90),
    );
    expect(Math.abs(columns.indexOf(true) - 100)).toBeLessThanOrEqual(3);
    expect(Math.abs(columns.lastIndexOf(true) - 499)).toBeLessThanOrEqual(3);
  });

  it('uses the newest upload, once, and never an older one', async () => {
    const fresh = await givenEnterprise(running);
    const { client } = fresh.owner;
    await uploaded(client, paper, '?color=Blue');
    await running.advance(1);
    await uploaded(client, paper, '?color=Purple');
    const { sealId } = await client.data(createSealByImage, imageSeal('最新'));
    const info = await client.data(getSealInfo, { sealId });
    expect(await inkOf(await pictureAt(info.sealImageUrl))).toMatchObject({ red: 106, green: 27, blue: 154 });
    const again = await client.call(createSealByImage, imageSeal('再次'));
    expect(again.envelope).toMatchObject({ code: 'SEAL_IMAGE_NOT_FOUND', data: null });
  });

  it('requires an upload of the last 30 minutes', async () => {
    const fresh = await givenEnterprise(running);
    const { client } = fresh.owner;
    await uploaded(client);
    await running.advance(29 * 60);
    expect((await client.call(createSealByImage, imageSeal('及时'))).envelope.code).toBe('200');
    await uploaded(client);
    await running.advance(30 * 60 + 1);
    const late = await client.call(createSealByImage, imageSeal('迟到'));
    expect([late.status, late.envelope.code]).toEqual([200, 'SEAL_IMAGE_NOT_FOUND']);
  });

  it('requires the acting member’s own upload in this enterprise', async () => {
    const fresh = await givenEnterprise(running);
    const colleague = await fresh.member(['SEAL_ADMIN']);
    await uploaded(enterprise.owner.client);
    await uploaded(colleague.client);
    const { envelope } = await fresh.owner.client.call(createSealByImage, imageSeal('他人'));
    expect(envelope.code).toBe('SEAL_IMAGE_NOT_FOUND');
    expect((await colleague.client.call(createSealByImage, imageSeal('自己'))).envelope.code).toBe('200');
  });

  it('leaves the upload unused if the name is in use', async () => {
    const fresh = await givenEnterprise(running);
    await givenSeal(fresh, '占用');
    await uploaded(fresh.owner.client);
    const taken = await fresh.owner.client.call(createSealByImage, imageSeal('占用'));
    expect(taken.envelope.code).toBe('SEAL_NAME_EXIST');
    const free = await fresh.owner.client.call(createSealByImage, imageSeal('空闲'));
    expect(free.envelope.code).toBe('200');
  });

  it('gives the picture to one of several concurrent requests', async () => {
    const fresh = await givenEnterprise(running);
    await uploaded(fresh.owner.client);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        fresh.owner.client.call(createSealByImage, imageSeal(`并发${index}`)),
      ),
    );
    const codes = answers.map(({ envelope }) => envelope.code).sort();
    expect(codes).toEqual(['200', ...Array.from({ length: 5 }, () => 'SEAL_IMAGE_NOT_FOUND')]);
    expect(await fresh.owner.client.data(getSealListByPage, {})).toHaveLength(1);
  });
});

describe('previewing an uploaded picture', () => {
  it('shows it in another colour and paler, 600 px, and creates no seal', async () => {
    const { client } = enterprise.owner;
    const { fileName, httpUrl } = await uploaded(client);
    const before = await client.post('/seal/getSealListByPage', {});
    const preview = await client.data(uploadSealFilePreView, {
      fileName,
      httpUrl,
      sealColor: 'Blue',
      sealAlpha: 0.5,
    });
    expect(preview).toMatchObject({ fileName, totalPage: 1, fileUrl: expect.stringMatching(/^files\//) });
    expect(Math.max(preview.width, preview.height)).toBe(600);
    const picture = await pictureAt(preview.httpUrl);
    const { channels } = await sharp(picture).stats();
    expect(channels[3]?.max).toBeLessThanOrEqual(128);
    expect(channels[3]?.max).toBeGreaterThan(110);
    expect(channels[2]?.max).toBe(168);
    const after = await client.post('/seal/getSealListByPage', {});
    expect(after.envelope.totalCount).toBe(before.envelope.totalCount);
  });

  it('consumes nothing', async () => {
    const fresh = await givenEnterprise(running);
    const { fileName, httpUrl } = await uploaded(fresh.owner.client);
    await fresh.owner.client.data(uploadSealFilePreView, { fileName, httpUrl });
    const { envelope } = await fresh.owner.client.call(createSealByImage, imageSeal('预览后'));
    expect(envelope.code).toBe('200');
  });

  it('accepts only links to this enterprise’s uploads, and fetches nothing', async () => {
    const { client } = enterprise.owner;
    const stranger = await givenEnterprise(running);
    const own = await uploaded(client);
    const foreign = await uploaded(stranger.owner.client);
    const sealId = await givenSeal(enterprise, '模板章');
    const template = await client.data(getSealInfo, { sealId });
    const refused = [
      foreign.httpUrl,
      template.sealImageUrl,
      own.fileUrl,
      `${own.httpUrl}x`,
      own.httpUrl.replace('http://', 'HTTP://'),
      `${running.baseUrl}/files/`,
      `${running.baseUrl}/sandbox/sms?mobile=1`,
      'http://169.254.169.254/latest/meta-data',
      'http://127.0.0.1:1/',
      'file:///etc/passwd',
      '../../etc/passwd',
    ];
    for (const httpUrl of refused) {
      const { status, envelope } = await client.call(uploadSealFilePreView, { fileName: 'a.png', httpUrl });
      expect([httpUrl, status, envelope.code, envelope.data]).toEqual([
        httpUrl,
        200,
        'IMAGE_PROCESS_ERROR',
        null,
      ]);
    }
    await running.advance(30 * 60 + 1);
    const ended = await client.call(uploadSealFilePreView, { fileName: 'a.png', httpUrl: own.httpUrl });
    expect(ended.envelope.code).toBe('IMAGE_PROCESS_ERROR');
  });
});

describe('signing with image seals', () => {
  /** A contract with one area, of the owner, who is its only party. */
  async function contract(owner: Enterprise) {
    const template = await givenTemplate(owner.owner.client, {
      parties: [{ flag: '甲方', mode: 3, area: true }],
      pages: 1,
    });
    const { flowId } = await startFlow(owner.owner.client, template, {
      participantList: [as('甲方', owner.owner, owner)],
    });
    return flowId;
  }

  it('places the picture in its size in millimetres, and the contract stays small', async () => {
    const fresh = await givenEnterprise(running);
    await uploaded(fresh.owner.client, await scan({ shade: 0.6, noise: 8, print: true, quality: 75 }));
    await fresh.owner.client.data(createSealByImage, imageSeal('扫描章'));
    const flowId = await contract(fresh);
    await confirmByPassword(fresh.owner, flowId);
    await fresh.owner.client.data(signContract, {
      flowId,
      signComponents: await sealEverything(fresh.owner, flowId),
    });
    const pdf = await download(fresh.owner, flowId);
    expect(pdfsig(pdf).every(({ validation }) => validation === 'Signature is Valid.')).toBe(true);
    expect(qpdfProblems(pdf)).toBe('');
    expect(pdf.length).toBeLessThan(200_000);

    const page = await render(pdf, 1, 300);
    const red = boundsOf(page, (r, g, b) => r - Math.max(g, b) > 90);
    const side = (42 / 25.4) * 300;
    expect(Math.abs(red.right - red.left - side)).toBeLessThanOrEqual(8);
    expect(Math.abs(red.bottom - red.top - side)).toBeLessThanOrEqual(8);
  });

  it('is impossible until review, if SEAL_REVIEW is on: status 2, and not the default', async () => {
    const reviewing = await startApp({ settings: { SEAL_REVIEW: 'true' } });
    try {
      const fresh = await givenEnterprise(reviewing);
      const { client } = fresh.owner;
      await uploaded(client);
      const { sealId } = await client.data(createSealByImage, imageSeal('待审章'));
      expect(await client.data(getSealInfo, { sealId })).toMatchObject({ status: 2, defaultFlag: 0 });
      expect(await client.data(getSealListByPage, { sealStatus: 2 })).toHaveLength(1);
      const flowId = await contract(fresh);
      await confirmByPassword(fresh.owner, flowId);
      const [command] = await sealEverything(fresh.owner, flowId);
      if (command === undefined) throw new Error('no area');
      const signWith = (seal: SealId | 0) =>
        client.call(signContract, { flowId, signComponents: [{ ...command, sealId: seal }] });
      expect((await signWith(sealId)).envelope).toMatchObject({ code: '403', reason: 'SEAL_NOT_USABLE' });
      expect((await signWith(0)).envelope.code).toBe('SEAL_NOT_FOUND');
      const template = await givenSeal(fresh);
      expect(await client.data(getSealInfo, { sealId: template })).toMatchObject({
        status: 1,
        defaultFlag: 1,
      });
      expect((await signWith(template)).envelope.code).toBe('0');
    } finally {
      await reviewing.close();
    }
  });
});

describe('invalid seal images', () => {
  const refused: readonly (readonly [string, () => Promise<Uint8Array> | Uint8Array, string])[] = [
    ['nothing', () => new Uint8Array(), 'empty'],
    ['a JPEG', async () => sharp(paper).jpeg().toBuffer(), 'PNG'],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'PNG'],
    ['a web page', () => Buffer.from('<!doctype html>'), 'PNG'],
    ['the head of a PNG alone', () => Buffer.from('89504e470d0a1a0a', 'hex'), 'broken'],
    ['half a PNG', () => Buffer.from(paper).subarray(0, 4000), 'broken'],
    [
      'white paper',
      async () =>
        sharp({ create: { width: 300, height: 300, channels: 3, background: '#f4f0e8' } })
          .png()
          .toBuffer(),
      'no seal',
    ],
    ['more than 5 MiB', () => Buffer.concat([paper, Buffer.alloc(5 * 1024 * 1024)]), '5 MiB'],
    [
      '4097 px',
      async () =>
        sharp({ create: { width: 4097, height: 10, channels: 3, background: '#e00' } })
          .png()
          .toBuffer(),
      '4096',
    ],
    [
      'more than 16 megapixels',
      async () =>
        sharp({ create: { width: 4096, height: 4096, channels: 3, background: '#e00' } })
          .png()
          .toBuffer(),
      '16 megapixels',
    ],
  ];
  it.each(refused)('%s', async (_, bytes, word) => {
    const { status, envelope } = await upload(enterprise.owner.client, await bytes(), {
      headers: { 'accept-language': 'en' },
    });
    expect([status, envelope.code, envelope.data]).toEqual([200, 'FILE_UPLOAD_ERROR', null]);
    expect(envelope.msg).toContain(word);
  });

  it('a transparent seal is accepted under any name', async () => {
    const { envelope } = await upload(enterprise.owner.client, await cleanSeal(300), { name: '印章.dat' });
    expect(envelope.code).toBe('200');
  });
});
