import { getAccessToken } from '@cinnabar/api/operations/credentials.js';
import { getSignUrl } from '@cinnabar/api/operations/flows.js';
import { createApplication } from '@cinnabar/server/areas/credentials/index.js';
import { findCorpByName } from '@cinnabar/server/areas/enterprise/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { expect } from 'vitest';
import type { RunningApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { type FlowId, givenSeal, givenTemplate, startFlow, taskInfo } from '../support/given-flow.js';
import { type Newcomer, type Visit, visit } from '../support/newcomer.js';

export type ContractsByLink = Awaited<ReturnType<typeof givenContractsByLink>>;

/** A buyer, its contracts with people named by mobile, and the links it issues to them. */
export async function givenContractsByLink(app: RunningApp) {
  const buyer = await givenEnterprise(app);
  const { client } = buyer.owner;
  await givenSeal(buyer);
  const template = await givenTemplate(client, {
    parties: [
      { flag: '甲方', mode: 3, signOrder: 1, area: true },
      { flag: '乙方', signOrder: 1, area: true },
    ],
  });
  const personal = await givenTemplate(client, {
    parties: [
      { flag: '甲方', mode: 3, signOrder: 1, area: true },
      { flag: '个人', type: 0, signOrder: 1, area: true },
    ],
  });

  const partOf = async (flowId: FlowId, flag = '乙方') =>
    (await taskInfo(buyer.owner, flowId)).participantList.find(
      ({ participantFlag }) => participantFlag === flag,
    );

  /** The link that the initiator issues for a participant. */
  async function addressFor(flowId: FlowId, flag?: string): Promise<string> {
    const part = await partOf(flowId, flag);
    if (part === undefined) throw new Error(`flow ${flowId} has no such part`);
    return client.data(getSignUrl, { flowId, participantId: part.participantId });
  }

  return {
    buyer,

    /** A contract that names this person for 乙方, and optionally an enterprise. */
    async with(who: Newcomer, participantCorpName?: string): Promise<FlowId> {
      const party = { participantFlag: '乙方', psnAccount: who.mobile, psnName: who.realName };
      const { flowId, flowStatus } = await startFlow(client, template, {
        participantList: [participantCorpName === undefined ? party : { ...party, participantCorpName }],
      });
      expect(flowStatus).toBe(2);
      return flowId;
    },

    /** A contract that this person signs for themselves. */
    async withPerson(who: Newcomer): Promise<FlowId> {
      const party = { participantFlag: '个人', psnAccount: who.mobile, psnName: who.realName };
      return (await startFlow(client, personal, { participantList: [party] })).flowId;
    },

    partOf,
    addressFor,

    visitFor: async (who: Newcomer, flowId: FlowId, flag?: string): Promise<Visit> =>
      visit(app, who, await addressFor(flowId, flag)),
  };
}

/** A member with an application of the enterprise, as assigned later by the operator. */
export async function actingMemberOf(running: RunningApp, corpName: string, userId: number): Promise<Client> {
  const { database, services } = running.app;
  const corp = await findCorpByName(database.db, corpName);
  if (corp === null) throw new Error(`${corpName} is not here`);
  const { appId, appSecret } = await transact(database.db, (tx) =>
    createApplication(tx, { corpId: corp.corpId, name: 'later', now: services.clock.now() }),
  );
  const { accessToken } = await running.client.data(getAccessToken, { appId, appSecret });
  return running.client.with({ appId, accessToken, userId: String(userId), source: 'pc' });
}
