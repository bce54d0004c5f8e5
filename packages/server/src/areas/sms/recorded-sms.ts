import type { Clock } from '../../clock.js';
import type { Db } from '../../database/schema.js';
import { type SmsFailure, type SmsMessage, SmsNotSent, type SmsSender } from '../../providers/sms/port.js';
import { giveUp, type NamedSmsProvider } from './delivery.js';
import {
  type AskedMessage,
  beginAgain,
  beginMessage,
  forgetMessage,
  noteAccepted,
  noteProvider,
} from './message-store.js';

/** How long a provider may take until what it was asked is certain, and its own records are complete. */
const SETTLED_AFTER_MS = 2 * 60_000;
/** Afterwards nobody waits for the outcome any more. */
const GIVEN_UP_AFTER_MS = 60 * 60_000;

/**
 * Providers of text messages as one sender, in their order. What they are asked is recorded first: no message is sent
 * twice, because an unknown outcome is looked up at the provider before anything is sent again, and another provider is
 * asked only where the previous one certainly sent nothing.
 */
export class RecordedSms implements SmsSender {
  readonly #db: Db;
  readonly #providers: readonly [NamedSmsProvider, ...NamedSmsProvider[]];
  readonly #clock: Clock;
  /** By idempotency key. */
  readonly #sending = new Map<string, Promise<void>>();

  constructor(parts: {
    readonly db: Db;
    readonly providers: readonly [NamedSmsProvider, ...NamedSmsProvider[]];
    readonly clock: Clock;
  }) {
    this.#db = parts.db;
    this.#providers = parts.providers;
    this.#clock = parts.clock;
  }

  send(message: SmsMessage): Promise<void> {
    const key = message.idempotencyKey;
    const running = this.#sending.get(key);
    if (running !== undefined) return running;
    const sending = this.#send(message).finally(() => this.#sending.delete(key));
    this.#sending.set(key, sending);
    return sending;
  }

  async #send(message: SmsMessage): Promise<void> {
    const [first] = this.#providers;
    const asked = await beginMessage(this.#db, message, first.name, this.#clock.now());
    if (asked === null || (await this.#mayAskAgain(message, asked, first.name))) await this.#ask(message);
  }

  async #ask(message: SmsMessage): Promise<void> {
    const key = message.idempotencyKey;
    const id = await this.#firstToAccept(message).catch(async (error: unknown) => {
      if (error instanceof SmsNotSent && error.failure !== 'UNKNOWN') await forgetMessage(this.#db, key);
      throw error;
    });
    await noteAccepted(this.#db, key, id, this.#clock.now());
  }

  async #firstToAccept(message: SmsMessage): Promise<string> {
    let refusal: unknown;
    for (const [index, { name, port }] of this.#providers.entries()) {
      if (index > 0) await noteProvider(this.#db, message.idempotencyKey, name);
      try {
        return await port.send(message);
      } catch (error) {
        refusal = error;
        if (!mayAskNext(error)) break;
      }
    }
    throw refusal;
  }

  /** @throws SmsNotSent UNKNOWN while the outcome may still become known */
  async #mayAskAgain(message: SmsMessage, asked: AskedMessage, provider: string): Promise<boolean> {
    if (asked.state !== 'sending') return false;
    const now = this.#clock.now();
    if (now.getTime() - asked.changed_at.getTime() < SETTLED_AFTER_MS)
      throw new SmsNotSent('UNKNOWN', 'it was sent a moment ago');
    const found = await this.#find(message, asked.provider);
    if (found.is === 'sent') {
      await noteAccepted(this.#db, message.idempotencyKey, found.id, now);
      return false;
    }
    if (found.is === 'unsent') {
      if (await beginAgain(this.#db, asked, provider, now)) return true;
      throw new SmsNotSent('UNKNOWN', 'another process sends it');
    }
    if (now.getTime() - asked.created_at.getTime() < GIVEN_UP_AFTER_MS) throw found.error;
    await giveUp(this.#db, asked, now);
    return false;
  }

  async #find(message: SmsMessage, name: string): Promise<Found> {
    const provider = this.#providers.find((each) => each.name === name);
    if (provider === undefined)
      return { is: 'unclear', error: new SmsNotSent('UNKNOWN', `${name} is not configured any more`) };
    try {
      const id = await provider.port.find(message);
      return id === null ? { is: 'unsent' } : { is: 'sent', id };
    } catch (error) {
      if (!(error instanceof SmsNotSent)) throw error;
      return { is: 'unclear', error: new SmsNotSent('UNKNOWN', error.message) };
    }
  }
}

type Found =
  | { readonly is: 'sent'; readonly id: string }
  | { readonly is: 'unsent' }
  | { readonly is: 'unclear'; readonly error: SmsNotSent };

/** A mobile that one provider refuses or protects is not tried at the next. */
function mayAskNext(error: unknown): boolean {
  return error instanceof SmsNotSent && PASSED_ON.has(error.failure);
}

const PASSED_ON: ReadonlySet<SmsFailure> = new Set([
  'TRANSIENT',
  'REFUSED',
  'NO_BALANCE',
  'TEMPLATE_MISSING',
]);
