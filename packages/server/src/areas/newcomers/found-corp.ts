/** Creates a registered enterprise with its owner and a first seal, and binds the contracts that name it. */

import type { Tx } from '../../database/schema.js';
import type { CorpId, UserId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import {
  type Corp,
  CorpExists,
  createCorp,
  type Identification,
  noteIdentification,
} from '../enterprise/index.js';
import { bindParts, bindWaitingFlows } from '../flows/index.js';
import { admitOfOwnAccord } from '../members/index.js';
import { faceOf, insertSeal, prepareTemplateSeal } from '../seals/index.js';
import type { Part, Step } from './part.js';
import { taken } from './read-registration.js';

/** A newly registered enterprise gets nothing that others pay for. */
const NO_BALANCE = { contracts: 0, collections: 0 } as const;

type FirstSeal = Awaited<ReturnType<typeof prepareTemplateSeal>>;

/** Drawn before the transaction; null if none is wanted. */
export function prepareFirstSeal(
  { services, now }: Step,
  corp: Pick<Corp, 'corpId' | 'corpName'>,
  sealName: string | null,
  createdBy: UserId,
): Promise<FirstSeal | null> {
  if (sealName === null) return Promise.resolve(null);
  const { corpId, corpName } = corp;
  const face = faceOf(corpName, {});
  const spec = { ...face, corpId, sealName: sealName.trim(), categoryType: 'PUBLIC', createdBy } as const;
  return prepareTemplateSeal(services, spec, now);
}

/** Services that the commit itself needs. */
export interface FoundingStep {
  readonly services: Pick<Services, 'ids'>;
  readonly now: Date;
}

export interface Founding {
  readonly corp: Corp;
  readonly seal: FirstSeal | null;
  readonly owner: { readonly userId: UserId; readonly realName: string };
  /** The part by whose link it was registered; null if it cannot be claimed any more. */
  readonly part: Part | null;
  /** The basis on which the enterprise is identified. */
  readonly by: Pick<Identification, 'way' | 'userId' | 'reason'>;
}

/** @throws Refusal 400 if name or credit code is taken; RevisionLost */
export async function foundCorp(
  tx: Tx,
  { services, now }: FoundingStep,
  founding: Founding,
): Promise<CorpId> {
  const { corp, seal, owner, part, by } = founding;
  const { corpId } = corp;
  try {
    await createCorp(tx, services, corp, NO_BALANCE, now);
  } catch (error) {
    throw error instanceof CorpExists ? taken(error.field) : error;
  }
  await noteIdentification(tx, services.ids, { ...by, corpId, identStatus: corp.identStatus, now });
  await admitOfOwnAccord(tx, { ...owner, corpId, jobNum: '0001', roles: ['OWNER'], now });
  if (seal !== null) await insertSeal(tx, seal);
  if (part !== null) await bindParts(tx, part.flow, corp, part.participantId, now);
  await bindWaitingFlows(tx, corpId);
  return corpId;
}
