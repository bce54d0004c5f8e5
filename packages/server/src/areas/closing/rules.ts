/** What keeps an enterprise from being closed, with the remedy of each. Pure. */
import type { Words } from '../../operation/refusal.js';

/** Contracts, orders and enterprises that a reason names. */
export const NAMED = 5;

export const obligationKinds = ['running', 'orders', 'contracts', 'collections', 'subsidiaries'] as const;
export type ObligationKind = (typeof obligationKinds)[number];

/** Something that the enterprise still owes or is owed. */
export interface Obligation {
  readonly kind: ObligationKind;
  readonly count: number;
  /** Codes of contracts and orders, or names, up to NAMED. */
  readonly names: readonly string[];
}

const sayings: Readonly<Record<ObligationKind, (count: number, names: string) => Words>> = {
  running: (count, names) => ({
    zh: `${count} 份合同尚未结束（${names}），须先签完、拒签或撤销`,
    en: `${count} contracts have not ended (${names}): have them completed, refused or revoked`,
  }),
  orders: (count, names) => ({
    zh: `${count} 笔支付或退款尚未完成（${names}），须先完成、取消或等待到账`,
    en: `${count} payments or refunds are not settled (${names}): have them paid, cancelled or refunded`,
  }),
  contracts: (count) => ({
    zh: `合同账户尚余 ${count} 份，须结清后用 balance add --count=-${count} 扣减`,
    en: `${count} contracts are left on the account: settle them, then "balance add --count=-${count}"`,
  }),
  collections: (count) => ({
    zh: `收款账户尚余 ${count} 份，须结清后用 balance add --payee --count=-${count} 扣减`,
    en: `${count} collections are left on the account: settle them, then "balance add --payee --count=-${count}"`,
  }),
  subsidiaries: (count, names) => ({
    zh: `${count} 家企业以其为上级（${names}），须先用 corp parent --none 解除`,
    en: `${count} enterprises are below it (${names}): "corp parent --none" for each of them`,
  }),
};

/** In the order in which they are dealt with. */
export function remediesOf(obligations: readonly Obligation[]): readonly Words[] {
  return obligationKinds.flatMap((kind) =>
    obligations
      .filter((each) => each.kind === kind)
      .map(({ count, names }) => sayings[kind](count, names.join(', '))),
  );
}
