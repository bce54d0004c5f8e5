/** Enterprises in the platform's console. */
import type { InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/platform-corps.js';
import { originOf } from '../../areas/audit/index.js';
import {
  CorpExists,
  charge,
  findBalances,
  findCorp,
  isCreditCode,
  listCorps,
  prepareCorp,
  setIdentity,
} from '../../areas/enterprise/index.js';
import { countUnsignedOf } from '../../areas/flows/index.js';
import * as platform from '../../areas/platform/index.js';
import { openCorp } from '../../areas/setup/index.js';
import type { PlatformContext } from '../../operation/context.js';
import { type AnyRoute, route } from '../../operation/handler.js';
import { invalidField, refuse } from '../../operation/refusal.js';
import { recordOperatorAct } from './record-operator-act.js';
import { windowOf } from './window-of.js';

async function list({ db }: PlatformContext, { name, page }: InputOf<typeof declared.listPlatformCorps>) {
  const part = name?.trim() ?? '';
  const found = await listCorps(db, part === '' ? null : part, windowOf(page, declared.CORPS_PER_PAGE));
  return { corps: found.items, totalCount: found.totalCount };
}

async function view({ db }: PlatformContext, { corpId }: InputOf<typeof declared.viewPlatformCorp>) {
  const corp = await findCorp(db, corpId);
  if (corp === null) throw refuse('404');
  const [facts, balances, unsigned] = await Promise.all([
    platform.corpFacts(db, corpId),
    findBalances(db, corpId),
    countUnsignedOf(db, corpId),
  ]);
  const { corpName, corpCode, identStatus } = corp;
  const { contract: contracts, collection: collections } = balances;
  return {
    ...{ corpId, corpName, corpCode, identStatus, contracts, collections, unsigned },
    ...facts,
    options: platform.corpOptionsOf(corp),
  };
}

async function create(ctx: PlatformContext, given: InputOf<typeof declared.createPlatformCorp>) {
  const { services, operator } = ctx;
  const { ownerName, ownerMobile, contracts } = given;
  const corpCode = given.corpCode.trim().toUpperCase();
  if (!isCreditCode(corpCode)) {
    throw invalidField('corpCode', {
      zh: '不是统一社会信用代码（GB 32100）',
      en: 'is not a unified social credit code (GB 32100)',
    });
  }
  const corp = await prepareCorp(services, {
    ...{ corpName: given.corpName.trim(), corpCode },
    identStatus: given.isIdentified ? 'identified' : 'unidentified',
  });
  const owner = { userName: ownerName.trim(), mobile: ownerMobile };
  const wanted = { corp, opening: { contracts, collections: 0 }, owner, by: operator.userId };
  try {
    return await ctx.act(async (tx) => {
      const opened = await openCorp(tx, services, { ...wanted, way: 'platform' }, originOf(ctx, 'platform'));
      const { corpId, appId, appSecret } = opened;
      return { corpId, appId, appSecret, isInvited: opened.owner.invited };
    });
  } catch (error) {
    if (!(error instanceof CorpExists)) throw error;
    throw invalidField(error.field, { zh: '已存在', en: 'exists already' });
  }
}

async function addBalance(ctx: PlatformContext, given: InputOf<typeof declared.addPlatformBalance>) {
  const { db, services, now } = ctx;
  const { corpId, ledger, count, before } = given;
  if (count === 0) throw invalidField('count', { zh: '不能为 0', en: 'must not be 0' });
  if ((await findCorp(db, corpId)) === null) throw refuse('404');
  const code = given.orderCode?.trim() ?? '';
  const orderCode = code === '' ? null : code;
  const reason = given.reason.trim();
  const recordType = count > 0 ? 'adminRecharge' : 'adminContract';
  return ctx.act(async (tx) => {
    const entry = { corpId, ledger, count, recordType, orderCode, remark: reason, flow: null, now } as const;
    const balance = await charge(tx, services.ids, entry);
    const found = balance - count;
    if (found !== before) {
      throw invalidField('before', {
        zh: `余额现为 ${found}，请核对后再提交`,
        en: `the balance is ${found} now: check it and send again`,
      });
    }
    const after = { ledger, count, recordType, orderCode, balance };
    await recordOperatorAct(tx, ctx, { corpId, act: 'corp.balance', after, texts: { reason } });
    return { balance };
  });
}

async function setStatus(ctx: PlatformContext, given: InputOf<typeof declared.setPlatformCorpStatus>) {
  const { services, now, operator } = ctx;
  const { corpId, identStatus } = given;
  const reason = given.reason.trim();
  return ctx.act(async (tx) => {
    const change = { corpId, identStatus, reason, now, by: operator.userId };
    const changed = await setIdentity(tx, services.ids, change);
    if (changed === 'incomplete') {
      throw invalidField('identStatus', {
        zh: '须先登记统一社会信用代码',
        en: 'takes a recorded credit code',
      });
    }
    if (changed === 'closed') {
      throw invalidField('identStatus', {
        zh: '企业已关闭，请先重新开放',
        en: 'is that of a closed enterprise: reopen it first',
      });
    }
    if (typeof changed === 'string') throw refuse('404');
    const after = { corpCode: changed.corpCode, identStatus: changed.identStatus };
    await recordOperatorAct(tx, ctx, { corpId, act: 'corp.identity', after, texts: { reason } });
    return {};
  });
}

async function setOption(
  ctx: PlatformContext,
  { corpId, name, value: given }: InputOf<typeof declared.setPlatformCorpOption>,
) {
  const value = given.trim();
  const option = platform.corpOptionOf(name);
  if (option === null) throw invalidField('name', { zh: '没有此项设置', en: 'is no setting' });
  const read = option.read(value);
  if (read === undefined) {
    throw invalidField('value', { zh: `可填：${option.values}`, en: `is one of: ${option.values}` });
  }
  const problem = option.problemOf?.(value, ctx.services.config.keyPlaces) ?? null;
  if (problem !== null) throw invalidField('value', problem);
  return ctx.act(async (tx) => {
    if (!(await read.change(tx, corpId))) throw refuse('404');
    await recordOperatorAct(tx, ctx, { corpId, act: 'corp.settings', after: { [name]: value } });
    return {};
  });
}

export const platformCorpRoutes: readonly AnyRoute[] = [
  route('platform', declared.listPlatformCorps, list),
  route('platform', declared.viewPlatformCorp, view),
  route('platform', declared.createPlatformCorp, create),
  route('platform', declared.addPlatformBalance, addBalance),
  route('platform', declared.setPlatformCorpStatus, setStatus),
  route('platform', declared.setPlatformCorpOption, setOption),
];
