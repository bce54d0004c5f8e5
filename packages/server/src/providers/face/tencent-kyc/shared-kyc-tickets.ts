import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../../clock.js';
import { JsonAnswer } from '../../kit/json-answer.js';
import type { SharedTicket, TicketStore } from '../../kit/ticket-store.js';
import { FaceUnavailable } from '../port.js';
import type { KycClient, KycTickets } from './kyc-client.js';

const MINUTE_MS = 60_000;
/** The provider recommends renewing both every 20 minutes; the previous ones are accepted for about a minute longer. */
const RENEWED_MS = 20 * MINUTE_MS;
/** Until then a process may go on with them while another renews them. */
const USABLE_MS = 50 * MINUTE_MS;
/** People return with signatures made with the ticket of an hour ago. */
const KEPT_MS = 70 * MINUTE_MS;
/** A refusal may mean that somebody else has renewed them; not more often, because every renewal ends the previous ones. */
const MIN_AGE_MS = MINUTE_MS;
/** Both requests, with their repetitions. */
const CLAIM_MS = 20_000;
const WAITS = 50;
const WAIT_MS = 100;

export interface StoredKycTickets extends KycTickets {
  readonly obtainedAt: Date;
}

/** The account's access token and SIGN ticket: obtained by one process at a time, used by all. */
export class SharedKycTickets {
  readonly #parts: {
    readonly client: KycClient;
    readonly store: TicketStore;
    readonly clock: Clock;
    /** The account. */
    readonly name: string;
  };

  constructor(parts: {
    readonly client: KycClient;
    readonly store: TicketStore;
    readonly clock: Clock;
    readonly name: string;
  }) {
    this.#parts = parts;
  }

  /**
   * Calls with the present tickets, and once more with renewed ones if the provider refuses it: a program outside this
   * service may have renewed them.
   */
  async use<Result>(
    call: (tickets: StoredKycTickets) => Promise<Result>,
    isRefusal: (error: unknown) => boolean,
  ): Promise<Result> {
    const present = await this.#usable(null);
    try {
      return await call(present);
    } catch (error) {
      const age = this.#parts.clock.now().getTime() - present.obtainedAt.getTime();
      if (!isRefusal(error) || age < MIN_AGE_MS) throw error;
      return call(await this.#usable(present.obtainedAt));
    }
  }

  /** The SIGN tickets that may have signed a return, newest first. */
  async recentSignTickets(): Promise<readonly string[]> {
    const { store, name, clock } = this.#parts;
    return (await store.list(name, clock.now())).map((ticket) => opened(ticket).signTicket);
  }

  /** @param refused the tickets obtained then are of no use */
  async #usable(refused: Date | null): Promise<StoredKycTickets> {
    const { store, name, clock } = this.#parts;
    for (let waited = 0; ; waited += 1) {
      const now = clock.now();
      const newest = (await store.list(name, now)).find(
        ({ obtainedAt }) => refused === null || obtainedAt > refused,
      );
      const age =
        newest === undefined ? Number.POSITIVE_INFINITY : now.getTime() - newest.obtainedAt.getTime();
      if (newest !== undefined && age < RENEWED_MS) return opened(newest);
      if (await store.claim(name, now, new Date(now.getTime() + CLAIM_MS))) return this.#renew();
      if (newest !== undefined && age < USABLE_MS) return opened(newest);
      if (waited === WAITS) throw new FaceUnavailable('another process could not renew the tickets');
      await pause(WAIT_MS);
    }
  }

  async #renew(): Promise<StoredKycTickets> {
    const { client, store, name, clock } = this.#parts;
    let ticket: SharedTicket | null = null;
    try {
      const accessToken = await client.accessToken();
      const signTicket = await client.ticket(accessToken, 'SIGN');
      const obtainedAt = clock.now();
      const value = JSON.stringify({ accessToken, signTicket });
      ticket = { value, obtainedAt, expireTime: new Date(obtainedAt.getTime() + KEPT_MS) };
      return { accessToken, signTicket, obtainedAt };
    } finally {
      await store.release(name, ticket);
    }
  }
}

function opened({ value, obtainedAt }: SharedTicket): StoredKycTickets {
  const stored = JsonAnswer.parse(value);
  return { accessToken: stored.text('accessToken'), signTicket: stored.text('signTicket'), obtainedAt };
}
