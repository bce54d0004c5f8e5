import { sql } from 'kysely';
import { type Envelope, PLATFORM } from '../custody/envelope.js';
import type { Db } from '../database/schema.js';
import { type SharedTicket, type TicketStore, TicketsInMemory } from '../providers/kit/ticket-store.js';

/** Tickets of providers in the database, encrypted: all processes of the service share them. */
export class StoredTickets implements TicketStore {
  readonly #db: Db;
  readonly #envelope: Envelope;

  constructor({ db, envelope }: { readonly db: Db; readonly envelope: Envelope }) {
    this.#db = db;
    this.#envelope = envelope;
  }

  async list(provider: string, now: Date): Promise<readonly SharedTicket[]> {
    const rows = await this.#db
      .selectFrom('provider_tickets')
      .select(['ticket', 'obtained_at', 'expire_time'])
      .where('provider', '=', provider)
      .where('expire_time', '>', now)
      .orderBy('obtained_at', 'desc')
      .execute();
    return Promise.all(
      rows.map(async ({ ticket, obtained_at: obtainedAt, expire_time: expireTime }) => {
        const plain = await this.#envelope.decrypt(PLATFORM, purposeOf(provider), ticket);
        return { value: Buffer.from(plain).toString('utf8'), obtainedAt, expireTime };
      }),
    );
  }

  async claim(provider: string, now: Date, until: Date): Promise<boolean> {
    const claimed = await sql`
      insert into provider_refreshes as present (provider, until) values (${provider}, ${until})
      on conflict (provider) do update set until = excluded.until where present.until <= ${now}
      returning provider
    `.execute(this.#db);
    return claimed.rows.length > 0;
  }

  async release(provider: string, ticket: SharedTicket | null): Promise<void> {
    if (ticket !== null) await this.#save(provider, ticket);
    await this.#db.deleteFrom('provider_refreshes').where('provider', '=', provider).execute();
  }

  /** Removes the expired ones as well. */
  async #save(provider: string, { value, obtainedAt, expireTime }: SharedTicket): Promise<void> {
    const ticket = await this.#envelope.encrypt(PLATFORM, purposeOf(provider), Buffer.from(value));
    await this.#db
      .deleteFrom('provider_tickets')
      .where('provider', '=', provider)
      .where('expire_time', '<=', obtainedAt)
      .execute();
    await this.#db
      .insertInto('provider_tickets')
      .values({ provider, kind: 'session', ticket, obtained_at: obtainedAt, expire_time: expireTime })
      .execute();
  }
}

function purposeOf(provider: string): string {
  return `tickets of ${provider}`;
}

/** Adapters are opened before the database, so that wrong settings leave it unchanged. */
export class TicketsOnceStored implements TicketStore {
  #store: TicketStore = new TicketsInMemory();

  use(store: TicketStore): void {
    this.#store = store;
  }

  list(provider: string, now: Date): Promise<readonly SharedTicket[]> {
    return this.#store.list(provider, now);
  }

  claim(provider: string, now: Date, until: Date): Promise<boolean> {
    return this.#store.claim(provider, now, until);
  }

  release(provider: string, ticket: SharedTicket | null): Promise<void> {
    return this.#store.release(provider, ticket);
  }
}
