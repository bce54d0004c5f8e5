import {
  corpPreView,
  createSealByTemplate,
  getSealInfo,
  getSealListByPage,
  sealModify,
  updDefault,
} from '@cinnabar/api/operations/seals.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import { loadSealDrawing, sealForSigning } from '@cinnabar/server/areas/seals/index.js';
import { findSeal } from '@cinnabar/server/areas/seals/store.js';
import { Refusal } from '@cinnabar/server/operation/refusal.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';

let running: RunningApp;
let enterprise: Enterprise;
let stranger: Enterprise;

beforeAll(async () => {
  running = await startApp();
  enterprise = await givenEnterprise(running, { profile: { corpName: '北京朱砂测试科技有限公司' } });
  stranger = await givenEnterprise(running);
});
afterAll(() => running.close());

const publicSeal = (sealName: string) => ({ sealName, sealStyle: 1, categoryType: 'PUBLIC' }) as const;

async function createdBy(owner: Enterprise, sealName: string): Promise<SealId> {
  const { sealId } = await owner.owner.client.data(createSealByTemplate, publicSeal(sealName));
  return sealId;
}

describe('the first seal of an enterprise', () => {
  it('is enabled and the default; the second is not the default', async () => {
    const fresh = await givenEnterprise(running);
    const first = await createdBy(fresh, '公章');
    const second = await createdBy(fresh, '合同专用章');

    const info = await fresh.owner.client.data(getSealInfo, { sealId: first });
    expect(info).toEqual({
      sealId: first,
      corpName: fresh.corpName,
      sealCode: expect.stringMatching(/^SEAL\d{12}$/),
      sealName: '公章',
      categoryType: 'PUBLIC',
      sealStyle: 1,
      sealWidth: 42,
      sealHeight: 42,
      sealImageUrl: expect.stringMatching(/^http/),
      defaultFlag: 1,
      status: 1,
      stop: null,
      sealHorizontalText: null,
      sealBottomText: null,
      source: 'TEMPLATE',
      authorNum: 0,
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0800$/),
    });
    expect(await fresh.owner.client.data(getSealInfo, { sealId: second })).toMatchObject({ defaultFlag: 0 });
  });

  it('is the only default, even if ten are created concurrently', async () => {
    const fresh = await givenEnterprise(running);
    await Promise.all(Array.from({ length: 10 }, (_, index) => createdBy(fresh, `印章${index}`)));
    const seals = await fresh.owner.client.data(getSealListByPage, {});
    expect(seals).toHaveLength(10);
    expect(seals.filter((seal) => seal.defaultFlag === 1)).toHaveLength(1);
  });
});

describe('a seal’s name', () => {
  it('is unique within the enterprise', async () => {
    await createdBy(enterprise, '唯一章');
    const again = await enterprise.owner.client.post('/seal/createSealByTemplate', publicSeal('唯一章'));
    expect(again.status).toBe(200);
    expect(again.envelope).toEqual({ code: 'SEAL_NAME_EXIST', msg: expect.any(String), data: null });
    await createdBy(stranger, '唯一章');
  });

  it('goes to one of several concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        enterprise.owner.client.post('/seal/createSealByTemplate', publicSeal('抢注章')),
      ),
    );
    const codes = answers.map(({ envelope }) => envelope.code).sort();
    expect(codes).toEqual(['200', ...Array.from({ length: 5 }, () => 'SEAL_NAME_EXIST')]);
    const { envelope } = await enterprise.owner.client.post('/seal/getSealListByPage', {
      sealName: '抢注章',
    });
    expect(envelope.totalCount).toBe(1);
  });
});

describe('renaming a seal', () => {
  it('changes its name and nothing else', async () => {
    const { client } = enterprise.owner;
    const sealId = await createdBy(enterprise, '旧名章');
    const before = await client.data(getSealInfo, { sealId });
    expect(await client.data(sealModify, { sealId, sealName: '新名章' })).toEqual({});
    const after = await client.data(getSealInfo, { sealId });
    expect({ ...after, sealImageUrl: '' }).toEqual({ ...before, sealName: '新名章', sealImageUrl: '' });
  });

  it('to its present name is no error; the old name becomes available', async () => {
    const { client } = enterprise.owner;
    const sealId = await createdBy(enterprise, '让出的名');
    await client.data(sealModify, { sealId, sealName: '让出的名' });
    await client.data(sealModify, { sealId, sealName: '取走的名' });
    await createdBy(enterprise, '让出的名');
  });

  it('gives a name to one of several concurrent requests', async () => {
    const ids = await Promise.all([1, 2, 3, 4, 5].map((number) => createdBy(enterprise, `候选章${number}`)));
    const answers = await Promise.all(
      ids.map((sealId) => enterprise.owner.client.post('/seal/modify', { sealId, sealName: '争抢章' })),
    );
    const codes = answers.map(({ envelope }) => envelope.code).sort();
    expect(codes).toEqual(['200', ...Array.from({ length: 4 }, () => 'SEAL_NAME_EXIST')]);
  });
});

describe('the default seal', () => {
  const defaults = async ({ owner }: Enterprise): Promise<readonly SealId[]> => {
    const seals = await owner.client.data(getSealListByPage, { listPageSize: 100 });
    return seals.filter((seal) => seal.defaultFlag === 1).map((seal) => seal.sealId);
  };

  it('is the chosen one, and signs where 0 is given', async () => {
    const fresh = await givenEnterprise(running);
    const [first, second] = [await createdBy(fresh, '公章'), await createdBy(fresh, '合同专用章')];
    expect(await defaults(fresh)).toEqual([first]);
    expect(await fresh.owner.client.data(updDefault, { sealId: second })).toEqual({});
    await fresh.owner.client.data(updDefault, { sealId: second });
    expect(await defaults(fresh)).toEqual([second]);
    const seal = await sealForSigning(running.app.database.db, fresh.corpId, 0);
    expect(seal.seal_id).toBe(second);
  });

  it('is unique under concurrent changes', async () => {
    const fresh = await givenEnterprise(running);
    const ids: SealId[] = [];
    for (const name of ['甲', '乙', '丙', '丁']) ids.push(await createdBy(fresh, `${name}章`));
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(ids.map((sealId) => fresh.owner.client.data(updDefault, { sealId })));
      expect(await defaults(fresh)).toHaveLength(1);
    }
  });

  it('cannot be a seal that is not enabled', async () => {
    const fresh = await givenEnterprise(running);
    const [first, second] = [await createdBy(fresh, '公章'), await createdBy(fresh, '停用章')];
    const { db } = running.app.database;
    await db.updateTable('seals').set({ status: 4 }).where('seal_id', '=', second).execute();
    const { status, envelope } = await fresh.owner.client.post('/seal/updDefault', { sealId: second });
    expect([status, envelope.code, envelope.reason]).toEqual([403, '403', 'SEAL_NOT_USABLE']);
    expect(await defaults(fresh)).toEqual([first]);
  });
});

describe('the picture of a seal', () => {
  it('is a PNG with transparency, 600 px on the longer side, behind a signed link', async () => {
    const { sealId } = await enterprise.owner.client.data(createSealByTemplate, {
      ...publicSeal('椭圆章'),
      sealTemplateStyle: 'oval',
      sealHorizontalText: '合同专用章',
      sealBottomText: '1101080012345',
      sealColor: 'Blue',
      sealAlpha: 0.5,
    });
    const info = await enterprise.owner.client.data(getSealInfo, { sealId });
    expect(info).toMatchObject({
      sealWidth: 45,
      sealHeight: 30,
      sealHorizontalText: '合同专用章',
      sealBottomText: '1101080012345',
    });

    const response = await fetch(info.sealImageUrl);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    const picture = sharp(Buffer.from(await response.arrayBuffer()));
    expect(await picture.metadata()).toMatchObject({ width: 600, height: 400, hasAlpha: true });
    const [red, , blue, alpha] = (await picture.stats()).channels;
    expect(blue?.max).toBeGreaterThan(160);
    expect(red?.max).toBeLessThan(80);
    expect(alpha).toMatchObject({ min: 0 });
    expect(alpha?.max).toBeLessThanOrEqual(128);
  });

  it('never changes: the outlines are stored as drawn', async () => {
    const sealId = await createdBy(enterprise, '轮廓章');
    const { services, database } = running.app;
    const [row] = await database.db
      .selectFrom('seals')
      .selectAll()
      .where('corp_id', '=', enterprise.corpId)
      .where('seal_name', '=', '轮廓章')
      .execute();
    if (row === undefined) throw new Error('no row');
    expect(row.seal_id).toBe(sealId);
    const drawing = await loadSealDrawing(services, row);
    expect(drawing).toMatchObject({ kind: 'outlines', width: 42, height: 42, color: '#E60012', alpha: 1 });
    const drawnAgain = await services.documents.drawSeal({
      shape: 'round',
      corpName: enterprise.corpName,
      horizontalText: null,
      bottomText: null,
      color: 'Red',
      alpha: 1,
    });
    expect(drawing).toEqual(drawnAgain);
  });

  it('can be previewed; this stores nothing but the picture', async () => {
    const before = await enterprise.owner.client.post('/seal/getSealListByPage', {});
    const preview = await enterprise.owner.client.data(corpPreView, {
      ...publicSeal('预览章'),
      sealTemplateStyle: 'round',
    });
    expect(preview).toEqual({
      fileName: '预览章.png',
      fileUrl: expect.stringMatching(/^files\/[a-z2-7]{32}\.png$/),
      httpUrl: expect.stringMatching(/^http/),
      totalPage: 1,
      width: 600,
      height: 600,
    });
    const picture = Buffer.from(await (await fetch(preview.httpUrl)).arrayBuffer());
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 600, height: 600 });
    const after = await enterprise.owner.client.post('/seal/getSealListByPage', {});
    expect(after.envelope.totalCount).toBe(before.envelope.totalCount);
  });

  const undrawable = [
    ['sealHorizontalText', { sealHorizontalText: '合同\u{10FFFD}章' }, '\u{10FFFD}'],
    ['sealBottomText', { sealBottomText: '\u{10FFFD}' }, '\u{10FFFD}'],
    ['sealBottomText', { sealBottomText: '1'.repeat(40) }, 'fit'],
    ['sealHorizontalText', { sealHorizontalText: '很'.repeat(40) }, 'fit'],
  ] as const;
  it.each(undrawable)('refuses a %s that cannot be drawn', async (field, text, word) => {
    for (const path of ['/seal/createSealByTemplate', '/seal/corpPreView']) {
      const { status, envelope } = await enterprise.owner.client.post(
        path,
        { ...publicSeal('不可刻'), ...text },
        { 'accept-language': 'en' },
      );
      expect([status, envelope.code, envelope.data, envelope.reason]).toEqual([
        400,
        '400',
        null,
        'INVALID_FIELD',
      ]);
      expect(envelope.msg).toContain(field);
      expect(envelope.msg).toContain(word);
    }
  });

  it('names the enterprise if its name cannot be drawn', async () => {
    const odd = await givenEnterprise(running, { profile: { corpName: '长'.repeat(60) } });
    const { status, envelope } = await odd.owner.client.post('/seal/createSealByTemplate', publicSeal('章'));
    expect(status).toBe(400);
    expect(envelope.msg).toContain('corpName');
  });
});

describe('searching seals', () => {
  it('works by id, part of the name ignoring case, category and status, newest first in pages', async () => {
    const fresh = await givenEnterprise(running);
    const { client } = fresh.owner;
    const ids: SealId[] = [];
    for (const [sealName, categoryType] of [
      ['Alpha 100% 章', 'PUBLIC'],
      ['Beta_章', 'FINANCE'],
      ['gamma 章', 'FINANCE'],
    ] as const) {
      const { sealId } = await client.data(createSealByTemplate, { sealName, sealStyle: 1, categoryType });
      ids.push(sealId);
    }
    const names = async (body: object): Promise<readonly number[]> => {
      const { envelope } = await client.post<readonly { sealId: SealId }[]>('/seal/getSealListByPage', body);
      return envelope.data.map((seal) => ids.indexOf(seal.sealId));
    };
    expect(await names({})).toEqual([2, 1, 0]);
    expect(await names({ sealName: 'ALPHA' })).toEqual([0]);
    expect(await names({ sealName: '%' })).toEqual([0]);
    expect(await names({ sealName: '_' })).toEqual([1]);
    expect(await names({ sealName: '' })).toEqual([2, 1, 0]);
    expect(await names({ sealId: ids[1] })).toEqual([1]);
    expect(await names({ categoryType: 'finance' })).toEqual([2, 1]);
    expect(await names({ categoryType: 'FINANCE', sealStatus: '1', sealName: 'gamma' })).toEqual([2]);
    expect(await names({ sealStatus: 4 })).toEqual([]);

    const { envelope } = await client.post('/seal/getSealListByPage', { listPageNo: 2, listPageSize: 2 });
    expect(envelope).toMatchObject({
      code: '200',
      listPageNo: 2,
      countInPage: 1,
      listPageCount: 2,
      totalCount: 3,
    });
  });

  it('is open to every member, without a role', async () => {
    const sealId = await createdBy(enterprise, '成员可见章');
    const member = await enterprise.member();
    expect(await member.client.data(getSealInfo, { sealId })).toMatchObject({ sealName: '成员可见章' });
    expect(await member.client.data(getSealListByPage, { sealId })).toHaveLength(1);
  });

  it('finds nothing of another enterprise', async () => {
    const sealId = await createdBy(enterprise, '他人不可见章');
    const { status, envelope } = await stranger.owner.client.post('/seal/getSealInfo', { sealId });
    expect([status, envelope.code, envelope.data]).toEqual([200, 'SEAL_NOT_FOUND', null]);
    expect(await stranger.owner.client.data(getSealListByPage, { sealId })).toEqual([]);
  });

  it('returns SEAL_NOT_FOUND for an unknown seal', async () => {
    const { envelope } = await enterprise.owner.client.post('/seal/getSealInfo', { sealId: 999_999_999 });
    expect(envelope.code).toBe('SEAL_NOT_FOUND');
  });
});

describe('who may create seals', () => {
  it.each([
    [['SEAL_ADMIN'], 200],
    [['ADMIN'], 200],
    [['MEMBER_ADMIN', 'TEMPLATE_ADMIN', 'CONTRACT_ADMIN'], 403],
    [[], 403],
  ] as const)('%j: %i', async (roles, expected) => {
    const person = await enterprise.member(roles);
    for (const path of ['/seal/createSealByTemplate', '/seal/corpPreView']) {
      const { status, envelope } = await person.client.post(
        path,
        publicSeal(`角色章 ${roles.join()} ${path}`),
      );
      expect(status).toBe(expected);
      if (expected === 403)
        expect(envelope).toMatchObject({ code: '403', data: null, reason: 'PERMISSION_DENIED' });
    }
  });
});

describe('invalid input', () => {
  const rows = [
    [{ sealName: null }, 'sealName'],
    [{ sealName: '  ' }, 'sealName'],
    [{ sealName: '长'.repeat(101) }, 'sealName'],
    [{ sealStyle: 3 }, 'sealStyle'],
    [{ sealStyle: 'round' }, 'sealStyle'],
    [{ categoryType: 'PRIVATE' }, 'categoryType'],
    [{ sealTemplateStyle: 'square' }, 'sealTemplateStyle'],
    [{ sealColor: 'Green' }, 'sealColor'],
    [{ sealAlpha: 1.1 }, 'sealAlpha'],
    [{ sealAlpha: -0.1 }, 'sealAlpha'],
    [{ sealHorizontalText: ['a'] }, 'sealHorizontalText'],
  ] as const;
  it.each(rows)('%j returns 400 naming the field', async (change, field) => {
    for (const path of ['/seal/createSealByTemplate', '/seal/corpPreView']) {
      const { status, envelope } = await enterprise.owner.client.post(path, {
        ...publicSeal('坏章'),
        ...change,
      });
      expect([status, envelope.code, envelope.data]).toEqual([400, '400', null]);
      expect(envelope.msg).toContain(field);
    }
  });

  it('equivalent notations are accepted', async () => {
    const { sealId } = await enterprise.owner.client.data(createSealByTemplate, {
      ...publicSeal('宽松章'),
      sealStyle: 1,
    });
    const { envelope } = await enterprise.owner.client.post<{ sealId: SealId }>(
      '/seal/createSealByTemplate',
      {
        sealName: 20260101,
        sealStyle: '1',
        categoryType: 'public',
        sealTemplateStyle: 'ROUND',
        sealColor: 'red',
        sealAlpha: '0.8',
        sealHorizontalText: null,
        sealBottomText: '',
        unknown: true,
      },
    );
    expect(envelope.code).toBe('200');
    const info = await enterprise.owner.client.data(getSealInfo, { sealId: envelope.data.sealId });
    expect(info).toMatchObject({ sealName: '20260101', sealBottomText: null });
    expect(envelope.data.sealId).not.toBe(sealId);
  });
});

describe('a request repeated with one Idempotency-Key', () => {
  it('returns the first response and creates no second seal', async () => {
    const body = publicSeal('幂等章');
    const key = { 'idempotency-key': 'seal-1' };
    const first = await enterprise.owner.client.post('/seal/createSealByTemplate', body, key);
    const again = await enterprise.owner.client.post('/seal/createSealByTemplate', body, key);
    expect(first.envelope.code).toBe('200');
    expect(again.envelope).toEqual(first.envelope);
  });
});

describe('the seal named by a signature', () => {
  it('is the default for 0, and must be the enterprise’s and enabled', async () => {
    const fresh = await givenEnterprise(running);
    const { db } = running.app.database;
    const refused = async (work: Promise<unknown>): Promise<string> => {
      const error = await work.then(
        () => null,
        (reason: unknown) => reason,
      );
      return error instanceof Refusal ? `${error.code} ${error.reason}` : 'not refused';
    };
    expect(await refused(sealForSigning(db, fresh.corpId, 0))).toBe('SEAL_NOT_FOUND null');

    await createdBy(fresh, '公章');
    const seal = await sealForSigning(db, fresh.corpId, 0);
    expect(seal.seal_name).toBe('公章');
    expect((await findSeal(db, fresh.corpId, seal.seal_id))?.seal_id).toBe(seal.seal_id);
    expect(await refused(sealForSigning(db, stranger.corpId, seal.seal_id))).toBe('SEAL_NOT_FOUND null');

    await db.updateTable('seals').set({ status: 4 }).where('seal_id', '=', seal.seal_id).execute();
    expect(await refused(sealForSigning(db, fresh.corpId, seal.seal_id))).toBe('403 SEAL_NOT_USABLE');
    await db
      .updateTable('seals')
      .set({ deleted_at: new Date() })
      .where('seal_id', '=', seal.seal_id)
      .execute();
    expect(await refused(sealForSigning(db, fresh.corpId, seal.seal_id))).toBe('SEAL_NOT_FOUND null');
    expect(await createdBy(fresh, '公章')).not.toBe(seal.seal_id);
  });
});
