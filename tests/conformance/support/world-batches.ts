import { batchStartSignFlow } from '@cinnabar/api/operations/flows.js';
import type { RunningApp } from '../../support/app.js';
import type { Enterprise, Person } from '../../support/given-enterprise.js';
import { as } from '../../support/given-flow.js';
import type { Templates } from './world-templates.js';

/** Batches of one flow and one item that was refused. */
export interface Batches {
  /** Of home's owner. */
  readonly home: number;
  /** Of home's owner; its contents are no longer kept. */
  readonly old: number;
  /** Of a member of home without a role, confidential. */
  readonly confidential: number;
}

export async function givenBatches(
  { app }: RunningApp,
  {
    home,
    plain,
    partner,
  }: { readonly home: Enterprise; readonly plain: Person; readonly partner: Enterprise },
  { contract }: Templates,
): Promise<Batches> {
  const party = as('乙方', partner.owner, partner);
  const start = async ({ client }: Person, more: { readonly privaryFlag?: 1 } = {}) => {
    const { batchId } = await client.data(
      batchStartSignFlow,
      {
        templateId: contract.templateId,
        items: [
          { participantList: [party], ...more },
          { participantList: [{ ...party, psnName: '李四' }], ...more },
        ],
      },
      { 'idempotency-key': crypto.randomUUID() },
    );
    return batchId;
  };
  const old = await start(home.owner);
  await app.database.db
    .updateTable('flow_batches')
    .set({ sealed_items: null })
    .where('batch_id', '=', old)
    .execute();
  return { old, home: await start(home.owner), confidential: await start(plain, { privaryFlag: 1 }) };
}
