/** Many contracts downloaded as one archive. */
import { contractBatchDownload } from '@cinnabar/api/operations/flows.js';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  download,
  type FlowId,
  type GivenTemplate,
  givenTemplate,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';

let app: RunningApp;
let home: Enterprise;
let partner: Enterprise;
let template: GivenTemplate;

beforeAll(async () => {
  app = await startApp();
  home = await givenEnterprise(app);
  partner = await givenEnterprise(app);
  template = await givenTemplate(home.owner.client, {
    pages: 1,
    files: 2,
    parties: [{ flag: '乙方', area: true }],
  });
});
afterAll(() => app.close());

async function started(title: string, more: Readonly<Record<string, 0 | 1>> = {}): Promise<FlowId> {
  const participantList = [as('乙方', partner.owner, partner)];
  const { flowId } = await startFlow(home.owner.client, template, {
    templateName: title,
    participantList,
    ...more,
  });
  return flowId;
}

function archive(person: Person, flowIds: readonly FlowId[]): Promise<Response> {
  const { baseUrl, headers } = person.client;
  return fetch(baseUrl + contractBatchDownload.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ flowIds }),
  });
}

describe('an archive of several contracts', () => {
  test('has a folder for each, with the files that its download has', async () => {
    const [first, second] = [await started('采购/合同'), await started('采购/合同')];
    const answer = await archive(partner.owner, [first, second, first]);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const entries = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const expected: string[] = [];
    for (const flowId of [first, second]) {
      const { flowCode } = await taskInfo(home.owner, flowId);
      const own = unzipSync(await download(home.owner, flowId));
      for (const [name, bytes] of Object.entries(own)) {
        const path = `${flowCode} 采购_合同/${name}`;
        expected.push(path);
        expect(Buffer.from(entries[path] ?? []).equals(Buffer.from(bytes))).toBe(true);
      }
    }
    expect(Object.keys(entries).toSorted()).toEqual(expected.toSorted());
    expect(expected).toHaveLength(4);
  });

  test('is refused as a whole, and names the contract at fault', async () => {
    const [open, secret] = [await started('公开'), await started('保密', { privaryFlag: 1 })];
    const manager = await home.member(['CONTRACT_ADMIN']);
    const answer = await archive(manager, [open, secret]);
    expect(answer.status).toBe(404);
    expect(JSON.parse(await answer.text()).msg).toContain(String(secret));
    const encrypted = await started('加密', { encryptFlag: 1 });
    const denied = await archive(manager, [open, encrypted]);
    expect([denied.status, JSON.parse(await denied.text())]).toMatchObject([
      403,
      { reason: 'PERMISSION_DENIED' },
    ]);
  });

  test('is an entry of the audit, and each contract read by right another', async () => {
    const flowIds = [await started('甲'), await started('乙')];
    const manager = await home.member(['CONTRACT_ADMIN']);
    await (await archive(manager, flowIds)).arrayBuffer();
    const entries = await app.app.database.db
      .selectFrom('audit_entries')
      .select(['act', 'object_id', 'after'])
      .where('user_id', '=', manager.userId)
      .orderBy('entry_id')
      .execute();
    expect(entries).toEqual([
      ...flowIds.map((flowId) => ({ act: 'contract.read', object_id: flowId, after: null })),
      { act: 'contract.download', object_id: null, after: { flowIds } },
    ]);
  });
});
