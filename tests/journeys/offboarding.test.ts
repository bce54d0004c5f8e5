/** Effects of the end of a membership: authorisations of seals end, and pending approvals prevent it. */
import { approvalSign } from '@cinnabar/api/operations/approvals.js';
import { memberCreate, memberDelete } from '@cinnabar/api/operations/members.js';
import { addSealAuthor, getSealAuthorList } from '@cinnabar/api/operations/seals.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { as, type GivenTemplate, givenSeal, givenTemplate, sign, startFlow } from '../support/given-flow.js';

let app: RunningApp;
let home: Enterprise;
let partner: Enterprise;
let sealId: SealId;
let template: GivenTemplate;

beforeAll(async () => {
  app = await startApp();
  home = await givenEnterprise(app);
  partner = await givenEnterprise(app);
  sealId = await givenSeal(home);
  template = await givenTemplate(home.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, area: true },
      { flag: '乙方', area: true },
    ],
  });
});
afterAll(() => app.close());

function authorise({ userId }: Person, authorRole: 'SEAL_USER' | 'SEAL_EXAMINER') {
  const input = {
    sealId,
    authorMemberRange: 1,
    userIdList: [{ userId }],
    authorRole,
    authorRange: 0,
  } as const;
  return home.owner.client.data(addSealAuthor, input);
}

async function statusesOf({ userId }: Person) {
  const records = await home.owner.client.data(getSealAuthorList, { sealId, listPageSize: 1000 });
  return records.filter((record) => record.userId === userId).map(({ status }) => status);
}

describe('a member who leaves', () => {
  test('can no longer use a seal, even after returning', async () => {
    const leaver = await home.member();
    await authorise(leaver, 'SEAL_USER');
    expect(await statusesOf(leaver)).toEqual([1]);
    await home.owner.client.data(memberDelete, { userId: leaver.userId });
    expect(await statusesOf(leaver)).toEqual([4]);
    await home.owner.client.data(memberCreate, { userName: '又来了', mobile: leaver.mobile, jobNum: '2' });
    expect(await statusesOf(leaver)).toEqual([4]);
  });

  test('cannot be removed as the only examiner of a pending approval, but can once there is another', async () => {
    const clerk = await home.member();
    const examiner = await home.member();
    await authorise(examiner, 'SEAL_EXAMINER');
    const { flowId } = await startFlow(clerk.client, template, {
      participantList: [as('甲方', clerk, home), as('乙方', partner.owner, partner)],
    });
    const { approvalId } = await sign(clerk, flowId);
    const refused = await home.owner.client.post(memberDelete.path, { userId: examiner.userId });
    expect(refused.envelope).toMatchObject({ code: 'MEMBER_DELETE_FAILED', data: null });
    expect(refused.envelope.msg).toContain('合同专用章');

    const second = await home.member();
    await authorise(second, 'SEAL_EXAMINER');
    await home.owner.client.data(memberDelete, { userId: examiner.userId });
    if (approvalId === null) throw new Error('nothing was asked');
    await second.client.data(approvalSign, { approvalId, approvalStatus: 2 });
    await home.owner.client.data(memberDelete, { userId: second.userId });
  });
});
