/** Two enterprises with seals and a template, created once in a data folder that survives many kills. */
import {
  contractTaskInfo,
  signContract,
  signWish,
  type startSignFlow,
} from '@cinnabar/api/operations/flows.js';
import { startApp } from '../support/app.js';
import type { Answered, DataOf } from '../support/client.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sealEverything,
  startFlow,
} from '../support/given-flow.js';
import { pemOf } from '../support/signed-files.js';

export interface SigningWorld {
  readonly port: number;
  readonly buyer: Enterprise;
  readonly seller: Enterprise;
  /** Two files; both parties sign both of them, in any order, with nothing to fill. */
  readonly template: GivenTemplate;
  readonly rootPem: string;
}

/** Creates the data with a service in this process, which has stopped on return. */
export async function givenSigningWorld(dataDir: string): Promise<SigningWorld> {
  // An empty DATABASE_URL selects the bundled database in the data folder, so none has to be dropped.
  const embedded = { address: { connectionString: '' }, connectionString: '', drop: async () => undefined };
  const app = await startApp({ on: { database: embedded, dataDir } });
  try {
    const buyer = await givenEnterprise(app, { contracts: 1000 });
    const seller = await givenEnterprise(app);
    await givenSeal(buyer);
    await givenSeal(seller);
    const template = await givenTemplate(buyer.owner.client, {
      parties: [
        { flag: '甲方', mode: 3, signOrder: 1, area: true },
        { flag: '乙方', mode: 0, signOrder: 1, area: true },
      ],
      files: 2,
    });
    const { authority } = app.app.services;
    await authority.chain(app.app.services.clock.now());
    const [root] = await authority.trustAnchors();
    if (root === undefined) throw new Error('the authority has no root');
    const port = Number(new URL(app.baseUrl).port);
    return { port, buyer, seller, template, rootPem: pemOf(root) };
  } finally {
    await app.close();
  }
}

export async function startedFlows(world: SigningWorld, count: number): Promise<readonly FlowId[]> {
  const { buyer, seller, template } = world;
  const flows: FlowId[] = [];
  for (let index = 0; index < count; index += 1) {
    const participantList = [as('乙方', seller.owner, seller)];
    flows.push((await startFlow(buyer.owner.client, template, { participantList })).flowId);
  }
  return flows;
}

/** A request that may be interrupted, and is then repeated with its key. */
export interface Attempt<O extends typeof signContract | typeof startSignFlow> {
  readonly operation: O;
  readonly person: Person;
  readonly key: string;
  readonly body: unknown;
}

export interface Signature extends Attempt<typeof signContract> {
  readonly flowId: FlowId;
  readonly participantId: number;
}

/** Each person's signature in each flow, with the intent confirmed and everything prepared but the act itself. */
export async function readySignatures(
  persons: readonly Person[],
  flowIds: readonly FlowId[],
  label: string,
): Promise<readonly Signature[]> {
  const signatures: Signature[] = [];
  for (const person of persons) {
    await person.client.data(signWish, { flowIds: [...flowIds], authType: 'pwd', signPwd: person.signPwd });
    for (const flowId of flowIds) {
      const signComponents = await sealEverything(person, flowId);
      const participantId = signComponents[0]?.participantId;
      if (participantId === undefined) throw new Error(`nothing to sign in flow ${flowId}`);
      signatures.push({
        operation: signContract,
        person,
        flowId,
        participantId,
        key: `${label}-${flowId}-${participantId}`,
        body: { flowId, signComponents },
      });
    }
  }
  return signatures;
}

/** The response; null if the connection broke before it. */
export async function attempt<O extends typeof signContract | typeof startSignFlow>({
  operation,
  person,
  key,
  body,
}: Attempt<O>): Promise<Answered<DataOf<O>> | null> {
  try {
    return await person.client.post(operation.path, body, { 'idempotency-key': key });
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** The participants that the service reports as signed, and the status of the flow. */
export async function signedAccordingTo(person: Person, flowId: FlowId) {
  const { flowStatus, participantList } = await person.client.data(contractTaskInfo, { flowId });
  const signed = participantList.filter(({ signStatus }) => signStatus === 3);
  return { flowStatus, signed: signed.map(({ participantId }) => participantId) };
}
