/** Encrypted contracts that an earlier version stored unencrypted are encrypted at the next start. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contractInfo, contractList } from '@cinnabar/api/operations/flows.js';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { freshDatabase } from '../support/fresh-database.js';
import { givenEnterprise, type Person } from '../support/given-enterprise.js';
import { fillAll, givenTemplate, startFlow, taskInfo } from '../support/given-flow.js';

const words = {
  title: '旧版机密标题',
  remark: '旧版机密备注',
  value: '旧版机密金额',
  file: '旧版机密文件.pdf',
};

async function readableIn(running: RunningApp): Promise<readonly string[]> {
  const { db } = running.app.database;
  const found = [];
  for (const table of ['flows', 'flow_files', 'flow_components', 'flow_inbox', 'stored_files']) {
    const rows = await sql<{ text: string }>`select each::text as text from ${sql.table(table)} each`.execute(
      db,
    );
    const text = rows.rows.map((row) => row.text).join('\n');
    found.push(
      ...Object.values(words)
        .filter((word) => text.includes(word))
        .map((word) => `${table}: ${word}`),
    );
  }
  return found;
}

/** Stores the flow as a version without encrypted texts did. */
async function unseal(running: RunningApp, flowId: number): Promise<void> {
  const { db } = running.app.database;
  const statements = [
    sql`update flows set sealed = null, title = ${words.title}, remark = ${words.remark}, digest_salt = 'ab' where flow_id = ${flowId}`,
    sql`update flow_files set file_name = ${words.file} where flow_id = ${flowId}`,
    sql`update flow_components set value = ${words.value} where flow_id = ${flowId} and component_type = 1`,
    sql`update flow_inbox set sealed = null, title = ${words.title}, description = ${words.remark} where flow_id = ${flowId}`,
    sql`update stored_files set sealed = null, file_name = ${words.file}`,
  ];
  for (const statement of statements) await statement.execute(db);
}

async function seen(owner: Person, flowId: Parameters<typeof taskInfo>[1]): Promise<void> {
  expect(await taskInfo(owner, flowId)).toMatchObject({ flowTitle: words.title, flowDesc: words.remark });
  const info = JSON.stringify(await owner.client.data(contractInfo, { flowId }));
  expect(info).toContain(words.value);
  expect(info).toContain(words.file);
  const listed = await owner.client.post<readonly { flowTitle: string }[]>(contractList.path, {
    flowTitle: '机密标题',
  });
  expect(listed.envelope.data.map(({ flowTitle }) => flowTitle)).toEqual([words.title]);
}

test('title, remark, values and names are encrypted before any act, and read as before', async () => {
  const database = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-earlier-'));
  const on = { database, dataDir };
  const first = await startApp({ on });
  const { owner } = await givenEnterprise(first);
  const template = await givenTemplate(owner.client, {
    parties: [{ flag: '甲方', mode: 3, signOrder: 1, area: true, controls: ['amount'] }],
  });
  const { flowId } = await startFlow(owner.client, template, { participantList: [], encryptFlag: 1 });
  await fillAll(owner, flowId, '任意金额');
  await unseal(first, flowId);
  await seen(owner, flowId);
  expect(await readableIn(first)).toHaveLength(7);
  await first.close();

  const second = await startApp({ on });
  const again = { ...owner, client: second.client.with(owner.client.headers) };
  await second.advance(3600);
  expect(await readableIn(second)).toEqual([]);
  await seen(again, flowId);
  await second.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});
