import { isCreditCode } from '@cinnabar/api/check-digits.js';
import { transact } from '../../database/transact.js';
import type { Context, UserId } from '../../operation/context.js';
import { invalidField, refuse } from '../../operation/refusal.js';
import { originOf, recordAct } from '../audit/index.js';
import { CorpExists, type OpeningBalances, prepareCorp } from '../enterprise/index.js';
import { ensureUser } from '../members/index.js';
import { checkFactors, insertOperator, saveFirstFactors, sealFactors } from '../sessions/index.js';
import { type OpenedCorp, openCorp } from './open-corp.js';
import { isSetupOpen, requireSetupCode } from './setup-code.js';
import { takeSetupCode } from './store.js';

export interface Setup {
  readonly code: string;
  readonly operator: {
    readonly name: string;
    readonly mobile: string;
    readonly password: string;
    /** Of the authenticator that was offered. */
    readonly sealed: string;
    readonly totp: string;
  };
  readonly corp: {
    readonly corpName: string;
    readonly corpCode: string | null;
    /** Whether the operator has verified its registration. */
    readonly isIdentified: boolean;
    readonly opening: OpeningBalances;
  };
  readonly owner: { readonly userName: string; readonly mobile: string };
}

export interface FinishedSetup {
  readonly userId: UserId;
  readonly recoveryCodes: readonly string[];
  readonly corp: OpenedCorp;
}

/**
 * Makes the first operator and the first enterprise, both or neither, and ends the code.
 * @throws Refusal 400 naming a field; CODE_WRONG, CODE_ENDED; 404 once the service belongs to somebody
 */
export async function finishSetup(
  ctx: Pick<Context, 'db' | 'services' | 'now' | 'address' | 'device' | 'requestId'>,
  { code, operator, corp, owner }: Setup,
): Promise<FinishedSetup> {
  const { db, services, now } = ctx;
  await requireSetupCode(ctx, code);
  const { name, mobile, password, sealed, totp } = operator;
  const checked = await checkFactors(ctx, { password, sealed, code: totp }, [name, mobile]);
  const prepared = await prepareCorp(services, profileOf(corp));
  // Whoever has that mobile gains nothing by existing: the rest is one transaction.
  const userId = await transact(db, (tx) => ensureUser(tx, services.ids, mobile, now));
  const factors = await sealFactors(services, userId, checked);
  const origin = originOf(ctx, 'platform');
  try {
    return await transact(db, async (tx) => {
      if (!(await takeSetupCode(tx)) || !(await isSetupOpen(tx, services))) throw refuse('404');
      await insertOperator(tx, userId, name, now);
      const recoveryCodes = await saveFirstFactors(tx, services, factors, now);
      const made = {
        corpId: null,
        userId,
        appId: null,
        act: 'operator.create',
        texts: { name, mobile },
      } as const;
      await recordAct(tx, made, origin);
      const { opening } = corp;
      const opened = await openCorp(
        tx,
        services,
        { corp: prepared, opening, owner, way: 'setup', by: userId },
        origin,
      );
      return { userId, recoveryCodes, corp: opened };
    });
  } catch (error) {
    if (!(error instanceof CorpExists)) throw error;
    throw invalidField(error.field, { zh: '已存在', en: 'exists already' });
  }
}

function profileOf({ corpName, corpCode, isIdentified }: Setup['corp']) {
  const plain = corpCode?.trim().toUpperCase() ?? '';
  if (plain !== '' && !isCreditCode(plain)) {
    throw invalidField('corpCode', { zh: '不是统一社会信用代码', en: 'is no unified social credit code' });
  }
  if (isIdentified && plain === '') {
    throw invalidField('corpCode', { zh: '已核验的企业必填', en: 'is required of a verified enterprise' });
  }
  const identStatus = isIdentified ? ('identified' as const) : ('unidentified' as const);
  return { corpName: corpName.trim(), identStatus, ...(plain === '' ? {} : { corpCode: plain }) };
}
