/** A new enterprise that somebody can work in: with its owner and an application. */
import type { Tx } from '../../database/schema.js';
import type { CorpId, UserId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import { type AuditOrigin, recordAct } from '../audit/index.js';
import { createApplication } from '../credentials/index.js';
import { type Corp, createCorp, noteIdentification, type OpeningBalances } from '../enterprise/index.js';
import { bindWaitingFlows } from '../flows/index.js';
import { addMember } from '../members/index.js';

export interface NewCorp {
  /** Prepared before the transaction, because that creates the enterprise’s first key. */
  readonly corp: Corp;
  readonly opening: OpeningBalances;
  readonly owner: { readonly userName: string; readonly mobile: string };
  /** Where an operator has stated that it is identified. */
  readonly way: 'corp create --identified' | 'setup' | 'platform';
  /** Who creates it; null: the command line, which knows nobody. */
  readonly by: UserId | null;
}

export interface OpenedCorp {
  readonly corpId: CorpId;
  readonly corpName: string;
  readonly identStatus: Corp['identStatus'];
  readonly appId: string;
  /** Shown once: the hash alone is stored. */
  readonly appSecret: string;
  readonly owner: {
    readonly userId: UserId;
    readonly userName: string;
    readonly mobile: string;
    /** Whether a verified person was invited: they must agree before they act for a new enterprise. */
    readonly invited: boolean;
  };
}

/** @throws CorpExists */
export async function openCorp(
  tx: Tx,
  services: Pick<Services, 'ids'>,
  { corp, opening, owner: wanted, way, by }: NewCorp,
  origin: AuditOrigin,
): Promise<OpenedCorp> {
  const { corpId, corpName, corpCode, identStatus } = corp;
  const { now } = origin;
  await createCorp(tx, services, corp, opening, now);
  if (identStatus === 'identified') {
    await noteIdentification(tx, services.ids, {
      corpId,
      identStatus,
      way: 'operator',
      userId: by,
      reason: way,
      now,
    });
  }
  await bindWaitingFlows(tx, corpId);
  const credentials = await createApplication(tx, { corpId, name: corpName, now });
  const owner = await addMember(tx, services.ids, {
    ...{ corpId, ...wanted, jobNum: '0001', roles: ['OWNER'] as const, now },
  });
  const { userId, userName, mobile, state } = owner;
  const after = { corpCode, identStatus, appId: credentials.appId, ...opening };
  const texts = { corpName, userName, mobile };
  const object = { kind: 'corp', id: corpId } as const;
  await recordAct(
    tx,
    { corpId, userId: by, appId: null, subjectUserId: userId, act: 'corp.create', object, after, texts },
    origin,
  );
  return {
    corpId,
    corpName,
    identStatus,
    ...credentials,
    owner: { userId, userName, mobile, invited: state === 'invited' },
  };
}
