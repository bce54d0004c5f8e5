import { type Account, type Contract, flags, signStatusOf } from './contract-model.js';

/** The visible state of a contract, from whatever implementation. */
export interface Shown {
  readonly deleted: boolean;
  readonly status: number;
  readonly feePaid: boolean;
  readonly parties: readonly { readonly hand: number; readonly signStatus: number }[];
  /** Statuses of its approvals, oldest first. */
  readonly consents: readonly number[];
  readonly order: number | null;
  readonly paid: boolean;
  readonly account: Account;
}

export function shownBy(contract: Contract): Shown {
  const { deleted, status, feePaid, parties, consents, order, paid, account } = contract;
  return {
    deleted,
    status,
    feePaid,
    parties: flags.map((flag) => ({ hand: parties[flag].hand, signStatus: signStatusOf(parties[flag]) })),
    consents: consents.map((consent) => consent.status),
    order,
    paid,
    account,
  };
}
