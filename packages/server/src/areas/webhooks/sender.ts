import { performance } from 'node:perf_hooks';
import type { WebhookDeliveryId, WebhookId } from '@cinnabar/api/schemas/webhook.js';
import type { Clock } from '../../clock.js';
import type { Db } from '../../database/schema.js';
import type { WebhookTry } from '../../database/tables/webhooks.js';
import { type GuardedClient, type PostAnswer, PostFailed } from '../../outbound/guarded-client.js';
import type { Services } from '../../services.js';
import { BoundedCache } from '../../trust/bounded-cache.js';
import { webhookIdHeader } from './delivery.js';
import { Lane } from './lane.js';
import { noteFailure } from './note-failures.js';
import { askedPause, pauseAfter } from './rules.js';
import { openSecret } from './secret.js';
import { signatures } from './signature.js';
import { type Claimed, claimDue, noteSuccess, type Settled, settleClaims } from './store/claims.js';

/** A claim ends after this long, by the service's clock: what a process that died had taken is sent by another then. */
const CLAIM_MS = 60_000;
/** How often it is looked for what is due, while nothing is. */
const LOOK_MS = 250;
/** And while there is: some of what is held should be gone by then, so that more is fetched at a time. */
const FETCH_MS = 15;
/** Deliveries that are held at once, waiting ones too. */
const MOST_HELD = 2048;
/** What is held of a webhook that nothing is known of. */
const FIRST_HELD = 8;

export type SendResult = 'delivered' | 'retried' | 'failed';

interface Log {
  warn(fields: object, message: string): void;
}

export interface SenderOptions {
  readonly db: Db;
  readonly services: Pick<Services, 'envelope'>;
  readonly clock: Clock;
  readonly client: GuardedClient;
  /** Requests under way at once. */
  readonly concurrency: number;
  readonly userAgent: string;
  /** 0 to 1. */
  readonly random: () => number;
  readonly log: Log;
  readonly observe: (result: SendResult) => void;
}

interface Outcome {
  readonly claimed: Claimed;
  readonly tried: WebhookTry;
  readonly askedMs: number | null;
}

/**
 * Sends what is due. Any number of processes may do so: each takes deliveries for a minute, sends them, and writes down
 * what came of it. A process that dies in between has its deliveries sent again by another: at least once, always with
 * the same bytes under the same id.
 */
export class WebhookSender {
  readonly #options: SenderOptions;
  readonly #lanes = new Map<WebhookId, Lane>();
  /** What is held, so that a claim that ended early is renewed and not sent beside itself. */
  readonly #held = new Map<WebhookDeliveryId, number>();
  readonly #secrets = new BoundedCache<string>(1000);
  #sending = 0;
  #results: Settled[] = [];
  #outcomes: Outcome[] = [];
  #writing: Promise<void> | undefined;
  #running: Promise<void> | undefined;
  #stopping = false;
  #wake: () => void = () => undefined;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Takes nothing more, gives back what was not begun, and waits for what was. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wake();
    await this.#running;
    for (const lane of this.#lanes.values()) for (const each of lane.giveBack('all')) this.#release(each);
    while (this.#held.size > 0 || this.#writing !== undefined) {
      await (this.#writing ?? new Promise((resolve) => setTimeout(resolve, 20)));
    }
    this.#options.client.close();
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const free = MOST_HELD - this.#held.size;
      const taken = free > 0 ? await this.#take(free) : 0;
      await this.#pause(taken === 0 ? LOOK_MS : FETCH_MS);
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      setTimeout(resolve, milliseconds).unref();
    });
  }

  async #take(limit: number): Promise<number> {
    const { db, clock, log } = this.#options;
    for (const [webhookId, lane] of this.#lanes) {
      for (const each of lane.giveBack('stale')) this.#release(each);
      if (lane.isIdle) this.#lanes.delete(webhookId);
    }
    const now = clock.now();
    const rooms = [...this.#lanes].map(([webhookId, { held, most }]) => ({ webhookId, held, most }));
    try {
      const claimed = await claimDue(db, {
        ...{ now, rooms, limit },
        until: new Date(now.getTime() + CLAIM_MS),
        most: FIRST_HELD,
      });
      for (const each of claimed) this.#hold(each);
      return claimed.length;
    } catch (error) {
      log.warn({ err: error }, 'webhooks: cannot look for what is due');
      return 0;
    }
  }

  #hold(claimed: Claimed): void {
    const { deliveryId, webhookId, claim } = claimed;
    const known = this.#held.has(deliveryId);
    this.#held.set(deliveryId, claim);
    if (known) return;
    let lane = this.#lanes.get(webhookId);
    if (lane === undefined) {
      lane = new Lane();
      this.#lanes.set(webhookId, lane);
    }
    lane.add(claimed);
    this.#sendNext();
  }

  /** Fills the requests that may be under way: first those whose turn it has been the longest ago. */
  #sendNext(): void {
    for (const [webhookId, lane] of this.#lanes) {
      if (this.#stopping || this.#sending >= this.#options.concurrency) return;
      const claimed = lane.next();
      if (claimed === undefined) continue;
      this.#lanes.delete(webhookId);
      this.#lanes.set(webhookId, lane);
      this.#sending += 1;
      void this.#send(claimed).then((outcome) => {
        this.#sending -= 1;
        lane.done();
        this.#outcomes.push(outcome);
        this.#write();
        this.#sendNext();
      });
    }
  }

  async #send(claimed: Claimed): Promise<Outcome> {
    const { clock, client, userAgent } = this.#options;
    const { body, url } = claimed;
    const now = clock.now();
    const began = performance.now();
    const tried = (result: Pick<WebhookTry, 'httpStatus' | 'failure' | 'answer'>): WebhookTry => ({
      time: now.toISOString(),
      took: Math.round(performance.now() - began),
      ...result,
    });
    try {
      const id = webhookIdHeader(claimed.messageId);
      const timestamp = Math.floor(now.getTime() / 1000);
      const headers = {
        'content-type': 'application/json',
        'user-agent': userAgent,
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatures({ id, timestamp, body }, await this.#secretsOf(claimed, now)),
      };
      const answer = await client.post(url, headers, Buffer.from(body, 'utf8'));
      return {
        claimed,
        tried: tried({
          httpStatus: answer.status,
          failure: failureOf(answer),
          // NUL cannot be kept in the database.
          answer: answer.beginning.replaceAll('\u0000', ''),
        }),
        askedMs: askedPause(answer.retryAfter, now),
      };
    } catch (error) {
      const failure = error instanceof PostFailed ? error.failure : 'NOT_REACHED';
      if (!(error instanceof PostFailed)) this.#options.log.warn({ err: error }, 'webhooks: cannot send');
      return { claimed, tried: tried({ httpStatus: null, failure, answer: '' }), askedMs: null };
    }
  }

  /** The present secret, and while they overlap the one before it. */
  #secretsOf(claimed: Claimed, now: Date): Promise<readonly string[]> {
    const { corpId, webhookId, secret, previousSecret, previousUntil } = claimed;
    const overlaps = previousSecret !== null && previousUntil !== null && now < previousUntil;
    const sealed = overlaps ? [secret, previousSecret] : [secret];
    return Promise.all(
      sealed.map((bytes) =>
        this.#secrets.get(Buffer.from(bytes).toString('base64'), () =>
          openSecret(this.#options.services, corpId, webhookId, bytes),
        ),
      ),
    );
  }

  /** Not tried: due again at once, for whoever has room. */
  #release({ deliveryId }: Claimed): void {
    const claim = this.#held.get(deliveryId) ?? 0;
    const nextAt = this.#options.clock.now();
    this.#results.push({ deliveryId, claim, status: 'pending', nextAt, tried: null });
    this.#write();
  }

  /** What comes in while a batch is being written is the next batch. */
  #write(): void {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
  }

  async #writeAll(): Promise<void> {
    // One turn later there is more to be written together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#outcomes.length > 0 || this.#results.length > 0) {
      const [outcomes, released] = [this.#outcomes, this.#results];
      this.#outcomes = [];
      this.#results = [];
      const results = [...outcomes.map((outcome) => this.#settle(outcome)), ...released];
      try {
        await settleClaims(this.#options.db, results);
        await this.#noteHealth(outcomes);
      } catch (error) {
        // Their claims end in a minute, and they are sent again.
        this.#options.log.warn({ err: error }, 'webhooks: cannot write results down');
      }
      for (const { deliveryId } of results) this.#held.delete(deliveryId);
    }
  }

  #settle({ claimed, tried, askedMs }: Outcome): Settled {
    const { clock, random, observe } = this.#options;
    const { deliveryId, attempts } = claimed;
    const claim = this.#held.get(deliveryId) ?? claimed.claim;
    if (tried.failure === null) {
      observe('delivered');
      return { deliveryId, claim, status: 'delivered', nextAt: null, tried };
    }
    const pause = pauseAfter(attempts + 1, random(), askedMs);
    observe(pause === null ? 'failed' : 'retried');
    if (pause === null) return { deliveryId, claim, status: 'failed', nextAt: null, tried };
    return { deliveryId, claim, status: 'pending', nextAt: new Date(clock.now().getTime() + pause), tried };
  }

  async #noteHealth(outcomes: readonly Outcome[]): Promise<void> {
    const { db, clock, log } = this.#options;
    const of = (succeeded: boolean) =>
      new Set(
        outcomes
          .filter(({ tried }) => (tried.failure === null) === succeeded)
          .map(({ claimed }) => claimed.webhookId),
      );
    const [well, ill] = [of(true), of(false)];
    if (well.size > 0) await noteSuccess(db, [...well]);
    for (const webhookId of ill) {
      if (well.has(webhookId)) continue;
      const verdict = await noteFailure(db, webhookId, clock.now());
      if (verdict === 'ended') log.warn({ webhookId }, 'webhooks: nothing arrived for three days, disabled');
    }
  }
}

function failureOf({ status }: PostAnswer): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'REDIRECT' : 'STATUS';
}
