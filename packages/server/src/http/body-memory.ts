import { addressGroup } from '../outbound/address-group.js';

/** Whether the credentials of a request were checked before its body. */
export type Sender = 'known' | 'anonymous';

/** The limit that was reached. */
export type Exhausted = 'address' | 'all';

export interface BodyMemoryLimits {
  /** Bytes of all bodies together. */
  readonly most: number;
  /** Bytes of the bodies of one address, IPv6 by /64. */
  readonly perAddress: number;
}

/**
 * Bytes at the start of each body that are not counted. The socket buffers as many anyway, and sockets are limited in
 * number; so small requests such as signing always get through.
 */
const UNCOUNTED = 16 * 1024;

/**
 * Memory budget for bodies that have not arrived completely. Requests without credentials have a separate budget:
 * however much they send, it does not affect callers whose credentials were checked.
 */
export class BodyMemory {
  readonly #budgets: Readonly<Record<Sender, Budget>>;

  constructor({ most, perAddress }: BodyMemoryLimits) {
    this.#budgets = {
      anonymous: new Budget(most, perAddress),
      // An enterprise's server sends many requests from one address.
      known: new Budget(most, Math.max(perAddress, most / 2)),
    };
  }

  /** Bytes that are counted now. */
  get held(): number {
    return this.#budgets.anonymous.held + this.#budgets.known.held;
  }

  shareOf(sender: Sender, address: string): BodyShare {
    return new BodyShare(this.#budgets[sender], addressGroup(address));
  }
}

class Budget {
  readonly #most: number;
  readonly #perGroup: number;
  readonly #byGroup = new Map<string, number>();
  #held = 0;

  constructor(most: number, perGroup: number) {
    this.#most = most;
    this.#perGroup = perGroup;
  }

  get held(): number {
    return this.#held;
  }

  /** @returns null if there is room; otherwise nothing is counted */
  take(group: string, bytes: number): Exhausted | null {
    const own = (this.#byGroup.get(group) ?? 0) + bytes;
    if (own > this.#perGroup) return 'address';
    if (this.#held + bytes > this.#most) return 'all';
    this.#byGroup.set(group, own);
    this.#held += bytes;
    return null;
  }

  giveBack(group: string, bytes: number): void {
    this.#held -= bytes;
    const left = (this.#byGroup.get(group) ?? 0) - bytes;
    if (left > 0) this.#byGroup.set(group, left);
    else this.#byGroup.delete(group);
  }
}

/** Share of the memory held by one body. */
export class BodyShare {
  readonly #budget: Budget;
  readonly #group: string;
  #arrived = 0;
  #counted = 0;

  constructor(budget: Budget, group: string) {
    this.#budget = budget;
    this.#group = group;
  }

  /** Counts bytes that have arrived. @returns null if there is room for them */
  grow(bytes: number): Exhausted | null {
    this.#arrived += bytes;
    const more = Math.max(0, this.#arrived - UNCOUNTED) - this.#counted;
    if (more <= 0) return null;
    const exhausted = this.#budget.take(this.#group, more);
    if (exhausted === null) this.#counted += more;
    return exhausted;
  }

  release(): void {
    if (this.#counted > 0) this.#budget.giveBack(this.#group, this.#counted);
    this.#counted = 0;
  }
}
