/** An enterprise sets its brand; its signers see it, and nothing hostile gets through it. */
import { auditList } from '@cinnabar/api/operations/audit.js';
import { setSettings, settings } from '@cinnabar/api/operations/enterprise.js';
import { contractCancel, getSignUrl, signFlowRemind } from '@cinnabar/api/operations/flows.js';
import { faceAuth } from '@cinnabar/api/operations/members.js';
import type { FacePageView } from '@cinnabar/api/pages/face.js';
import type { OpenedLink } from '@cinnabar/api/pages/link.js';
import { saveSetting } from '@cinnabar/server/areas/enterprise/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { isBlobReferenced } from '@cinnabar/server/unused-files/references.js';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { tokenOf } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import type { FlowId } from '../support/given-flow.js';
import { flowToFill, flowToSign, givenParties, type Parties } from '../support/given-parties.js';
import { messagesTo } from '../support/messages-to.js';
import { chunk, pixelBomb, withChunks } from '../support/pdf/png-chunks.js';

let app: RunningApp;
let parties: Parties;
let buyer: Enterprise;
let seller: Enterprise;

beforeAll(async () => {
  app = await startApp();
  parties = await givenParties(app);
  ({ buyer, seller } = parties);
});
afterAll(() => app.close());

const clear = { brandName: 'none', brandColor: 'none', brandLogo: 'none' } as const;
const set = (change: object, by: Person = buyer.owner) => by.client.data(setSettings, change);
const db = () => app.app.database.db;

async function picture(color: string, width = 96, height = 48): Promise<Uint8Array> {
  const image = sharp({ create: { width, height, channels: 3, background: color } });
  return new Uint8Array(await image.png().toBuffer());
}

const inBase64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64');

/** What a signer's page is given, in their own window or in a frame. */
async function opened(flowId: FlowId, headers: Record<string, string> = {}): Promise<OpenedLink> {
  const address = await seller.owner.client.data(getSignUrl, { flowId });
  const { envelope } = await app.client
    .with(headers)
    .post<OpenedLink>('/pages/link/open', { token: tokenOf(address) });
  return envelope.data;
}

const logoAt = (address: string) => fetch(app.baseUrl + address);

async function storedLogo(corp: Enterprise) {
  return db().selectFrom('corp_logos').selectAll().where('corp_id', '=', corp.corpId).executeTakeFirst();
}

describe('a brand', () => {
  let flowId: FlowId;
  beforeAll(async () => {
    flowId = await flowToSign(parties);
  });
  beforeEach(() => set(clear));

  test('is shown to those who open a link, before they sign in, with the registered name', async () => {
    expect((await opened(flowId)).brand).toBeNull();
    const logo = await picture('#1f5fa8');
    const saved = await set({
      brandName: 'Acme',
      brandColor: '#1F5FA8',
      brandLogo: `data:image/png;base64,${inBase64(logo)}`,
    });
    expect(saved).toMatchObject({ brandName: 'Acme', brandColor: '#1f5fa8' });
    expect(saved.brandLogo).toMatch(/^\/pages\/logo\/[\w-]{43}$/);
    expect((await opened(flowId)).brand).toEqual({
      corpName: buyer.corpName,
      name: 'Acme',
      color: '#1f5fa8',
      logo: { address: saved.brandLogo, width: 96, height: 48 },
    });
    // An embedding site shows its own.
    expect((await opened(flowId, { linkFrame: '1' })).brand).toBeNull();
  });

  test('has a logo that is stored encrypted and served as a picture that browsers may keep', async () => {
    const { brandLogo } = await set({ brandLogo: inBase64(await picture('#aa0000')) });
    const answer = await logoAt(brandLogo);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 96, height: 48 });
    for (const other of ['a'.repeat(43), '..%2f..%2fetc', `${brandLogo.slice(12)}x`]) {
      expect((await logoAt(`/pages/logo/${other}`)).status).toBe(404);
    }
  });

  test('sent back as it was answered changes nothing, and the same logo keeps its address', async () => {
    const logo = inBase64(await picture('#00aa00'));
    const first = await set({ brandName: '星河', brandLogo: logo });
    const { changes: _changes, brandLogo, brandName, brandColor } = first;
    expect(await set({ brandLogo, brandName, brandColor })).toEqual(first);
    expect(await set({ brandLogo: logo })).toEqual(first);
    expect((await set({ brandColor: '#000000' })).brandLogo).toBe(brandLogo);
  });

  test('that is replaced or removed leaves nothing behind that is served or kept', async () => {
    const first = await set({ brandLogo: inBase64(await picture('#0000aa')) });
    const old = await storedLogo(buyer);
    const second = await set({ brandLogo: inBase64(await picture('#00aaaa')) });
    const present = await storedLogo(buyer);
    expect((await logoAt(first.brandLogo)).status).toBe(404);
    expect((await logoAt(second.brandLogo)).status).toBe(200);
    const isKept = (hash = '') => isBlobReferenced(db(), { corpId: buyer.corpId, hash });
    expect([await isKept(old?.hash), await isKept(present?.hash)]).toEqual([false, true]);
    await set({ brandLogo: 'none' });
    expect((await logoAt(second.brandLogo)).status).toBe(404);
    expect(await isKept(present?.hash)).toBe(false);
    expect((await opened(flowId)).brand).toBeNull();
  });

  test('whose logo’s bytes are lost is shown without it', async () => {
    const { brandLogo } = await set({ brandLogo: inBase64(await picture('#770077')) });
    await db()
      .updateTable('corp_logos')
      .set({ hash: '0'.repeat(64) })
      .where('corp_id', '=', buyer.corpId)
      .execute();
    expect((await logoAt(brandLogo)).status).toBe(404);
  });

  test('stays on the page of a contract that has ended', async () => {
    const other = await flowToSign(parties);
    const address = await seller.owner.client.data(getSignUrl, { flowId: other });
    await set({ brandColor: '#000000' });
    await buyer.owner.client.data(contractCancel, { flowId: other });
    const { envelope } = await app.post<OpenedLink>('/pages/link/open', { token: tokenOf(address) });
    expect(envelope.data).toMatchObject({
      state: 'ended',
      brand: { color: '#000000', name: null, logo: null },
    });
  });

  test('is on the page of a face check that the enterprise asks for', async () => {
    const check = async ({ owner }: Enterprise, headers: Record<string, string> = {}) => {
      const { url } = await owner.client.data(faceAuth, {
        ...{ authType: 'person', id: String(owner.userId), channel: 'channelB' },
        callbackUrl: 'https://erp.example.com/back',
      });
      const orderNo = new URL(url).searchParams.get('orderNo');
      const page = app.client.with(headers);
      return (await page.post<FacePageView>('/pages/face/open', { orderNo })).envelope.data.brand;
    };
    await set({ ...clear, brandColor: '#1f5fa8', brandName: 'Acme' });
    expect(await check(buyer)).toMatchObject({ corpName: buyer.corpName, name: 'Acme', color: '#1f5fa8' });
    expect(await check(buyer, { linkFrame: '1' })).toBeNull();
    expect(await check(seller)).toBeNull();
  });

  test('is not that of another enterprise, whose logo cannot be taken over either', async () => {
    const { brandLogo } = await set({ brandLogo: inBase64(await picture('#123456')) });
    const { status, envelope } = await seller.owner.client.post(setSettings.path, { brandLogo });
    expect([status, envelope.msg]).toEqual([400, expect.stringContaining('brandLogo')]);
    expect((await seller.owner.client.data(settings, {})).brandLogo).toBe('');
  });

  test('that was stored by hand and does not fit is none', async () => {
    await transact(db(), async (tx) => {
      await saveSetting(tx, buyer.corpId, 'brandName', '<b>\u202e');
      await saveSetting(tx, buyer.corpId, 'brandColor', 'red;background:url(//x)');
    });
    expect((await opened(flowId)).brand).toBeNull();
  });

  test('is in the audit with the state before and after, and with no picture', async () => {
    const admin = await buyer.member(['ADMIN']);
    const logo = inBase64(await picture('#abcdef'));
    await set({ brandName: '星河', brandColor: '#000000', brandLogo: logo }, admin);
    const hash = (await storedLogo(buyer))?.hash;
    await set({ brandName: '云帆', brandLogo: 'none' }, admin);
    const [newest, earlier] = await buyer.owner.client.data(auditList, { act: 'corp.settings' });
    const factsOf = (entry: typeof newest) =>
      Object.fromEntries((entry?.changes ?? []).map(({ field, before, after }) => [field, [before, after]]));
    expect(factsOf(newest)).toEqual({ brandName: ['星河', '云帆'], brandLogo: [hash, ''] });
    expect(factsOf(earlier)).toMatchObject({ brandLogo: ['', hash], brandColor: ['', '#000000'] });
    const { changes } = await buyer.owner.client.data(settings, {});
    expect(changes.find(({ field }) => field === 'brandLogo')?.userId).toBe(admin.userId);
  });

  test('that several change at once is that of one of them, and wholly', async () => {
    const colors = ['#110000', '#220000', '#330000', '#440000'];
    await Promise.all(
      colors.map(async (color) => set({ brandColor: color, brandLogo: inBase64(await picture(color)) })),
    );
    const { brandColor, brandLogo } = await buyer.owner.client.data(settings, {});
    const bytes = new Uint8Array(await (await logoAt(brandLogo)).arrayBuffer());
    const { channels } = await sharp(bytes).stats();
    expect(channels[0]?.mean).toBe(Number.parseInt(brandColor.slice(1, 3), 16));
  });
});

describe('messages', () => {
  async function reminded(): Promise<string> {
    const flowId = await flowToFill(parties);
    await buyer.owner.client.data(signFlowRemind, { flowId });
    const texts = (await messagesTo(app.baseUrl, seller.owner.mobile)).map(({ text }) => text);
    return texts.findLast((text) => text.includes('邀请您填写合同：')) ?? '';
  }

  test('name the sender by a short name that is taken from its registered one', async () => {
    // 第0001号测试有限公司
    const short = buyer.corpName.slice(5);
    await set({ ...clear, brandName: short });
    expect(await reminded()).toContain(`】${short}邀请您填写合同：`);
  });

  test('add the registered name to any other', async () => {
    await set({ ...clear, brandName: '工商银行' });
    expect(await reminded()).toContain(`】工商银行（${buyer.corpName}）邀请您填写合同：`);
    await set(clear);
    expect(await reminded()).toContain(`】${buyer.corpName}邀请您填写合同：`);
  });
});

describe('a change is refused', () => {
  const refusal = async (change: object) => {
    const before = await buyer.owner.client.data(settings, {});
    const { status, envelope } = await buyer.owner.client.post(setSettings.path, {
      ...change,
      sealApproval: 'strict',
    });
    // Nothing of it is saved.
    expect(await buyer.owner.client.data(settings, {})).toEqual(before);
    return [status, envelope.msg];
  };
  const field = (name: string) => [400, expect.stringContaining(name)];

  test('with a logo that is no picture, none of a PNG, too large or made to harm', async () => {
    const whole = await picture('#1f5fa8');
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
    const logos = {
      svg: inBase64(svg),
      'svg in the data URL of a PNG': `data:image/png;base64,${inBase64(svg)}`,
      html: inBase64('<html><script>alert(1)</script></html>'),
      jpeg: inBase64(await sharp(whole).jpeg().toBuffer()),
      address: 'https://evil.example.com/logo.png',
      'pixel bomb': inBase64(pixelBomb(30_000, 30_000)),
      'long bomb': inBase64(pixelBomb(4096, 33)),
      'more than 512 KiB': inBase64(withChunks(whole, chunk('tEXt', Buffer.alloc(512 * 1024)))).slice(
        0,
        699_996,
      ),
      'cut off': inBase64(whole.subarray(0, 60)),
      signature: inBase64(whole.subarray(0, 8)),
      'too small': inBase64(await picture('#1f5fa8', 31, 31)),
    };
    for (const [what, brandLogo] of Object.entries(logos)) {
      expect([what, ...(await refusal({ brandLogo }))]).toEqual([what, ...field('brandLogo')]);
    }
  });

  test('with a name that could deceive, or a colour that cannot be read', async () => {
    const other = await givenEnterprise(app, { profile: { corpName: '云帆贸易' } });
    for (const brandName of ['<script>1', '星河\u202e行银', 'bank.example.com', '星', other.corpName]) {
      expect([brandName, ...(await refusal({ brandName }))]).toEqual([brandName, ...field('brandName')]);
    }
    expect(await set({ brandName: other.corpName }, other.owner)).toMatchObject({ brandName: '云帆贸易' });
    for (const brandColor of ['#777777', 'red', '#fff', 'rgb(0,0,0)', 'var(--x)', '#12345678']) {
      expect([brandColor, ...(await refusal({ brandColor }))]).toEqual([brandColor, ...field('brandColor')]);
    }
  });
});

test('an animated PNG becomes its first picture', async () => {
  const frames = [chunk('acTL', Buffer.alloc(8)), chunk('fcTL', Buffer.alloc(26))];
  const { brandLogo } = await set({ brandLogo: inBase64(withChunks(await picture('#1f5fa8'), ...frames)) });
  const bytes = Buffer.from(await (await logoAt(brandLogo)).arrayBuffer());
  expect(bytes.toString('latin1')).not.toMatch(/acTL|fcTL/);
});
