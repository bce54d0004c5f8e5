import type { CorpId } from '../../context.js';
import type { Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import { invalidField, type Refusal, refuse, refuseFor, type Words } from '../../refusal.js';
import {
  type Corp,
  CorpExists,
  corpNameKey,
  createCorp,
  findCorpByName,
  isCreditCode,
  prepareCorp,
} from '../enterprise/index.js';
import { bindParts, bindWaitingFlows, withRevision } from '../flows/index.js';
import { admitOfOwnAccord, askAboutCorp, findUser, readIdentity } from '../members/index.js';
import { faceOf, insertSeal, prepareTemplateSeal } from '../seals/index.js';
import { limitAttempts } from './limit-attempts.js';
import type { Part, Step } from './part.js';

export interface Registration {
  readonly corpName: string;
  readonly corpCode: string;
  readonly legalRepName: string;
  readonly legalRepIdentNo: string;
  /** Of a first seal, cut from the enterprise's name; null: none yet. */
  readonly sealName: string | null;
}

/** Registering an enterprise gives it nothing that others pay for. */
const NO_BALANCE = { contracts: 0, collections: 0 } as const;

/**
 * Brings the enterprise of a part in: identified by the registry, owned by the person who registers it, and in the
 * flows that name it. This flow follows in the same commit, the others within seconds.
 * @throws Refusal NOT_VERIFIED, 400 naming the field, AUTH_INFO_INVALID, 429, 503
 */
export async function registerCorp(step: Step, part: Part, given: Registration): Promise<CorpId> {
  const { db, services, now } = step;
  const { participant, userId } = part;
  if (participant.type === 'person') throw refuseFor('PERMISSION_DENIED');
  const person = await findUser(db, userId);
  if (person === null || person.realName === null) throw refuseFor('NOT_VERIFIED');
  if (participant.corpId !== null) throw taken('corpName');
  const registration = readRegistration(given, participant.corpName);
  if ((await findCorpByName(db, registration.corpName)) !== null) throw taken('corpName');
  await limitAttempts(step, `register:${userId}`);
  await askAboutCorp(services, registration);
  const corp = await prepareCorp(services, { ...registration, identStatus: 'identified' });
  const { corpId, corpName } = corp;
  const seal =
    given.sealName === null
      ? null
      : await prepareTemplateSeal(
          services,
          {
            ...faceOf(corpName, {}),
            corpId,
            sealName: given.sealName.trim(),
            categoryType: 'PUBLIC',
            createdBy: userId,
          },
          now,
        );
  const owner = { corpId, userId, realName: person.realName, jobNum: '0001', roles: ['OWNER'], now } as const;
  await withRevision(() =>
    transact(db, async (tx) => {
      await create(tx, step, corp);
      await admitOfOwnAccord(tx, owner);
      if (seal !== null) await insertSeal(tx, seal);
      await bindParts(tx, part.flow, corp, part.participantId, now);
      await bindWaitingFlows(tx, corpId);
    }),
  );
  return corpId;
}

async function create(tx: Tx, { services, now }: Step, corp: Corp): Promise<void> {
  try {
    await createCorp(tx, services, corp, NO_BALANCE, now);
  } catch (error) {
    throw error instanceof CorpExists ? taken(error.field) : error;
  }
}

/** @param named by the flow, '' where it leaves it open */
function readRegistration(given: Registration, named: string) {
  const corpName = given.corpName.normalize('NFC').trim();
  if (corpNameKey(corpName) === '' || /[\p{Cc}\p{Cf}]/u.test(corpName)) {
    throw invalidField('corpName', { zh: '含有不可见字符', en: 'has invisible characters' });
  }
  if (named.trim() !== '' && corpNameKey(named) !== corpNameKey(corpName)) {
    throw invalidField('corpName', {
      zh: '与合同中的企业名称不一致',
      en: 'is not the enterprise that the contract names',
    });
  }
  const corpCode = given.corpCode.trim().toUpperCase();
  if (!isCreditCode(corpCode)) {
    throw invalidField('corpCode', {
      zh: '不是有效的统一社会信用代码',
      en: 'is no unified social credit code',
    });
  }
  const legal = readIdentity({ realName: given.legalRepName, identNum: given.legalRepIdentNo });
  if (legal === null) throw refuse('AUTH_INFO_INVALID');
  return { corpName, corpCode, legalRepName: legal.realName, legalRepIdentNo: legal.identNum };
}

const takenWords: Readonly<Record<'corpName' | 'corpCode', Words>> = {
  corpName: { zh: '该企业已注册，请申请加入', en: 'is registered already: ask to join it' },
  corpCode: { zh: '该信用代码已被注册', en: 'is registered already' },
};

function taken(field: 'corpName' | 'corpCode'): Refusal {
  return invalidField(field, takenWords[field]);
}
