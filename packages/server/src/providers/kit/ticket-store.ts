/** Tickets that a provider issues to our account, and that all processes share because a new one ends the previous. */
export interface SharedTicket {
  readonly value: string;
  readonly obtainedAt: Date;
  readonly expireTime: Date;
}

export interface TicketStore {
  /** The tickets that have not expired, newest first. */
  list(provider: string, now: Date): Promise<readonly SharedTicket[]>;
  /** Makes this process the one that obtains new tickets, for at most that long; false: another one is. */
  claim(provider: string, now: Date, until: Date): Promise<boolean>;
  /** Stores a ticket, if one was obtained, and ends the claim. */
  release(provider: string, ticket: SharedTicket | null): Promise<void>;
}

/** For a program of a single process. */
export class TicketsInMemory implements TicketStore {
  readonly #tickets = new Map<string, readonly SharedTicket[]>();
  readonly #claims = new Map<string, Date>();

  async list(provider: string, now: Date): Promise<readonly SharedTicket[]> {
    return (this.#tickets.get(provider) ?? []).filter(({ expireTime }) => expireTime > now);
  }

  async claim(provider: string, now: Date, until: Date): Promise<boolean> {
    const claimed = this.#claims.get(provider);
    if (claimed !== undefined && claimed > now) return false;
    this.#claims.set(provider, until);
    return true;
  }

  async release(provider: string, ticket: SharedTicket | null): Promise<void> {
    this.#claims.delete(provider);
    if (ticket === null) return;
    this.#tickets.set(provider, [ticket, ...(this.#tickets.get(provider) ?? [])]);
  }
}
