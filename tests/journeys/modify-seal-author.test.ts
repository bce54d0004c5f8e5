/** Changes of authorisations to use a seal. */
import { modifySealAuthor } from '@cinnabar/api/operations/seal-authors.js';
import { cancelSealAuthor } from '@cinnabar/api/operations/seals.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { askedForAutomatic, switchedOn } from '../support/automatic-seal.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { givenSeal, givenTemplate } from '../support/given-flow.js';
import { type Authorisations, authorisationsOf } from './authorisations-of-a-seal.js';

let app: RunningApp;
let home: Enterprise;
let clerk: Person;
let sealId: SealId;
let seal: Authorisations;
let seals = 0;

beforeAll(async () => {
  app = await startApp();
  home = await givenEnterprise(app);
  clerk = await home.member();
});
afterAll(() => app.close());
beforeEach(async () => {
  sealId = await givenSeal(home, `授权章${++seals}`);
  seal = authorisationsOf(home, sealId);
});

async function only() {
  const [record, ...others] = await seal.records();
  if (record === undefined || others.length > 0) throw new Error('there is not exactly one record');
  return record;
}

async function modify(terms: object, by: Person = home.owner) {
  const { id } = (await seal.records())[0] ?? { id: 0 };
  const { envelope } = await by.client.post(modifySealAuthor.path, { id, ...terms });
  return [envelope.code, envelope.field ?? envelope.reason ?? null];
}

describe('a change of an authorisation', () => {
  test('moves its end, and switches the notices, each alone', async () => {
    await seal.authorise(clerk, { expireTime: '2098-12-31' });
    expect(await modify({ expireTime: '2099-06-30' })).toEqual(['0', null]);
    expect(await only()).toMatchObject({
      expireTime: expect.stringContaining('2099-06-30'),
      examinerNotify: 0,
    });
    expect(await modify({ examinerNotify: 1 })).toEqual(['0', null]);
    expect(await only()).toMatchObject({
      expireTime: expect.stringContaining('2099-06-30'),
      examinerNotify: 1,
    });
  });

  test('is refused if it has ended, would end in the past, or overlaps another', async () => {
    await seal.authorise(clerk, { effectiveTime: '2097-01-01', expireTime: '2097-12-31' });
    expect(await modify({ expireTime: '2096-12-31' })).toEqual(['400', 'expireTime']);
    const { id } = await only();
    await seal.authorise(clerk, { effectiveTime: '2098-06-01', expireTime: '2098-12-31' });
    const later = await home.owner.client.call(modifySealAuthor, { id, expireTime: '2098-07-01' });
    expect(later.envelope.code).toBe('AUTHOR_RULE_CONFLICT');
    await home.owner.client.data(cancelSealAuthor, { id });
    const ended = await home.owner.client.call(modifySealAuthor, { id, examinerNotify: 1 });
    expect([ended.envelope.code, ended.envelope.field]).toEqual(['400', 'id']);
  });

  test('is an entry of the audit with what differs', async () => {
    const keeper = await home.member(['SEAL_ADMIN']);
    await seal.authorise(clerk, { expireTime: '2098-12-31' });
    const { id } = await only();
    await modify({ examinerNotify: 1 }, keeper);
    const entry = await app.app.database.db
      .selectFrom('audit_entries')
      .select(['act', 'subject_user_id', 'object_kind', 'object_id', 'before', 'after'])
      .where('user_id', '=', keeper.userId)
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      act: 'sealAuthor.modify',
      subject_user_id: clerk.userId,
      object_kind: 'sealAuthorisation',
      object_id: id,
      before: { examinerNotify: false },
      after: { examinerNotify: true },
    });
  });
});

describe('automatic placement', () => {
  async function automatic() {
    const template = await givenTemplate(home.owner.client, { pages: 1 });
    const id = await askedForAutomatic(home, sealId, clerk, template);
    await switchedOn(app, id);
    expect(await only()).toMatchObject({ autoSign: 1, autoSignStatus: 'inForce', expireTime: null });
    return id;
  }

  test('is for authorisations of named templates only', async () => {
    await seal.authorise(clerk);
    expect(await modify({ autoSign: 1 })).toEqual(['400', 'autoSign']);
  });

  test('continues with an earlier end, and ends with a later one', async () => {
    await automatic();
    expect(await modify({ expireTime: '2098-12-31' })).toEqual(['0', null]);
    expect((await only()).autoSignStatus).toBe('inForce');
    expect(await modify({ expireTime: '2099-12-31' })).toEqual(['0', null]);
    expect((await only()).autoSignStatus).toBe('none');
  });

  test('with a later end asks both sides again on request', async () => {
    await automatic();
    await modify({ expireTime: '2098-12-31' });
    // An application cannot consent for the manager.
    expect(await modify({ expireTime: '2099-12-31', autoSign: 1 })).toEqual(['0', null]);
    expect((await only()).autoSignStatus).toBe('awaitingManager');
  });

  test('is switched off, and on only for named templates', async () => {
    await automatic();
    expect(await modify({ autoSign: 0 })).toEqual(['0', null]);
    expect(await only()).toMatchObject({ autoSign: 0, autoSignStatus: 'none' });
    expect(await modify({ autoSign: 1 })).toEqual(['0', null]);
    expect((await only()).autoSignStatus).toBe('awaitingManager');
    expect(await modify({ autoSign: 1, authType: 'sms', verifyCode: '000000' })).toEqual([
      '1401',
      'CODE_ENDED',
    ]);
  });
});
