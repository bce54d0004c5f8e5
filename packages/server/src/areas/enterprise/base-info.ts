import type { OutputOf } from '@cinnabar/api/operation.js';
import type { baseInfo as operation } from '@cinnabar/api/operations/enterprise.js';
import { maskCertificateNumber } from '../../custody/masking.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import { countValidMembers, findOwner, memberView } from '../members/index.js';
import type { Corp } from './corp.js';
import { legalRepIdentNo } from './legal-representative.js';
import { findBalances, findCorp } from './store.js';

export async function baseInfo(ctx: MemberContext): Promise<OutputOf<typeof operation>> {
  const [corp, balances, userNum, owner] = await Promise.all([
    findCorp(ctx.db, ctx.corpId),
    findBalances(ctx.db, ctx.corpId),
    countValidMembers(ctx.db, ctx.corpId),
    findOwner(ctx.db, ctx.corpId),
  ]);
  if (corp === null) throw refuse('404');
  return {
    corpCode: corp.corpCode,
    corpName: corp.corpName,
    legalRepName: corp.legalRepName,
    legalRepIdentNo: await maskedLegalRepIdentNo(ctx.services, corp),
    identStatus: corp.identStatus,
    // An expired level counts as none.
    corpLevel: corp.levelExpireTime !== null && corp.levelExpireTime <= ctx.now ? 0 : corp.corpLevel,
    levelExpireTime: corp.levelExpireTime,
    maxAmount: corp.maxAmount,
    accountBalance: balances.contract,
    payeeBalance: balances.collection,
    userNum,
    legalDate: corp.legalDate,
    adminInfo: owner === null ? null : memberView(owner),
  };
}

async function maskedLegalRepIdentNo(
  services: Pick<Services, 'envelope'>,
  corp: Corp,
): Promise<string | null> {
  const number = await legalRepIdentNo(services, corp);
  return number === null ? null : maskCertificateNumber(number);
}
