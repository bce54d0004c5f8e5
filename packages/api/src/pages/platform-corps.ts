/** Enterprises in the platform's console: what `corp`, `balance add` and their like do on the command line. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import {
  boolean,
  choice,
  type Infer,
  id,
  int32,
  list,
  nullable,
  number,
  object,
  optional,
  text,
} from '../schema.js';
import { mobile, name } from '../schemas/fields.js';
import { anyText, nothing, utcMoment } from './page-fields.js';

/** Enterprises on one page of the list. */
export const CORPS_PER_PAGE = 20;
/** Guards against typing errors, and keeps balances far below the integer limit. */
export const MAX_ADDED_CONTRACTS = 1_000_000;

export const identStatuses = ['identified', 'unidentified', 'invalid'] as const;
const identStatus = choice(identStatuses);
const outside = ['404'] as const;

const listedCorp = object({
  corpId: id<'Corp'>(),
  corpName: anyText(),
  corpCode: nullable(anyText()),
  identStatus,
  contracts: number(0),
  collections: number(0),
  /** End of its level; null: none. */
  levelExpireTime: nullable(utcMoment()),
});
export type PlatformCorp = Infer<typeof listedCorp>;

export const listPlatformCorps = pageOperation({
  path: '/pages/platform/corps',
  caller: 'platform',
  duties: ['system', 'security'],
  /** `name`: a part of the name. */
  request: object({ name: optional(text(0, 100)), page: optional(int32(1, 100_000)) }),
  answer: data(object({ corps: list(listedCorp), totalCount: number(0) })),
  errors: outside,
  title: { zh: '查看企业列表', en: 'List enterprises' },
});

const corpOption = object({
  name: anyText(),
  value: anyText(),
  /** The accepted ones, in the words of the command line. */
  values: anyText(),
});

const corpDetail = object({
  corpId: id<'Corp'>(),
  corpName: anyText(),
  corpCode: nullable(anyText()),
  identStatus,
  contracts: number(0),
  collections: number(0),
  members: number(0),
  applications: number(0),
  /** null: its owner has not been confirmed yet. */
  ownerName: nullable(anyText()),
  /** Masked. */
  ownerMobile: nullable(anyText()),
  /** Contracts in progress that it still has to sign. */
  unsigned: number(0),
  options: list(corpOption),
});
export type PlatformCorpDetail = Infer<typeof corpDetail>;

export const viewPlatformCorp = pageOperation({
  path: '/pages/platform/corps/info',
  caller: 'platform',
  duties: ['system', 'security'],
  request: object({ corpId: id<'Corp'>() }),
  answer: data(corpDetail),
  errors: outside,
  title: { zh: '查看企业', en: 'View an enterprise' },
});

export const createPlatformCorp = pageOperation({
  path: '/pages/platform/corps/create',
  caller: 'platform',
  duties: ['system'],
  writes: true,
  request: object({
    corpName: name(),
    /** Unified social credit code (GB 32100). */
    corpCode: text(1, 30),
    ownerName: name(),
    ownerMobile: mobile(),
    /** Whether the operator has verified its registration. */
    isIdentified: boolean(),
    contracts: int32(0, MAX_ADDED_CONTRACTS),
  }),
  answer: data(
    object({
      corpId: id<'Corp'>(),
      appId: anyText(),
      /** Shown once. */
      appSecret: anyText(),
      /** The owner is a verified person, who must agree first. */
      isInvited: boolean(),
    }),
  ),
  errors: outside,
  title: { zh: '创建企业', en: 'Create an enterprise' },
});

export const addPlatformBalance = pageOperation({
  path: '/pages/platform/corps/addBalance',
  caller: 'platform',
  duties: ['system'],
  writes: true,
  request: object({
    corpId: id<'Corp'>(),
    ledger: choice(['contract', 'collection']),
    /** The balance that the operator saw: a request that is repeated, or comes late, adds nothing. */
    before: int32(0),
    /** Negative to deduct; not 0. */
    count: int32(-MAX_ADDED_CONTRACTS, MAX_ADDED_CONTRACTS),
    orderCode: optional(text(0, 100)),
    reason: text(1, 500),
  }),
  answer: data(object({ balance: number(0) })),
  errors: outside,
  reasons: ['BALANCE_NOT_ENOUGH', 'PAYEE_BALANCE_NOT_ENOUGH'],
  title: { zh: '调整企业份数', en: 'Adjust the balance of an enterprise' },
});

/** `invalid` stops an enterprise: it signs nothing and starts nothing until it has another status. */
export const setPlatformCorpStatus = pageOperation({
  path: '/pages/platform/corps/setStatus',
  caller: 'platform',
  duties: ['system'],
  writes: true,
  request: object({ corpId: id<'Corp'>(), identStatus, reason: text(1, 500) }),
  answer: data(nothing),
  errors: outside,
  title: { zh: '停用或恢复企业', en: 'Stop or resume an enterprise' },
});

/** A setting of `corp set`. */
export const setPlatformCorpOption = pageOperation({
  path: '/pages/platform/corps/set',
  caller: 'platform',
  duties: ['system'],
  writes: true,
  request: object({ corpId: id<'Corp'>(), name: text(1, 40), value: text(1, 200) }),
  answer: data(nothing),
  errors: outside,
  title: { zh: '修改企业设置', en: 'Change a setting of an enterprise' },
});
