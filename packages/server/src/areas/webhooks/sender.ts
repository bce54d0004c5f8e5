import { performance } from 'node:perf_hooks';
import type { WebhookDeliveryId, WebhookId } from '@cinnabar/api/schemas/webhook.js';
import type { Db } from '../../database/schema.js';
import { Courier, type CourierOptions, type Outcome } from './courier.js';
import { Lane } from './lane.js';
import { noteFailure } from './note-failures.js';
import { pauseAfter } from './rules.js';
import { type Claimed, claimDue, noteSuccess, type Settled, settleClaims } from './store/claims.js';

/** Lifetime of a claim, by the service's clock: deliveries claimed by a crashed process are then sent by another. */
const CLAIM_MS = 60_000;
/** Idle poll interval. */
const POLL_INTERVAL_MS = 250;
/** Poll interval under load: some held deliveries should be done by then, so that more are fetched at a time. */
const FETCH_MS = 15;
/** Delay after a database error. */
const DATABASE_RETRY_MS = 2_000;
/** Grace period for running requests on shutdown. */
const GRACE_MS = 5_000;
/** Limit of held deliveries, including waiting ones. */
const MAX_PENDING = 2048;
/** Limit for a webhook without statistics. */
const FIRST_HELD = 8;

export type SendResult = 'delivered' | 'retried' | 'failed';

export interface SenderOptions extends CourierOptions {
  readonly db: Db;
  /** Limit of concurrent requests. */
  readonly concurrency: number;
  /** Random number from 0 to 1. */
  readonly random: () => number;
  readonly observe: (result: SendResult) => void;
  /** Called around every attempt, for traces. */
  readonly around?: (name: string, send: () => Promise<Outcome>) => Promise<Outcome>;
}

/**
 * Sends due deliveries. Any number of processes may run a sender: each claims deliveries for a minute, sends them, and
 * records the results. Deliveries of a crashed process are sent again by another: at least once, always with the same
 * bytes under the same id.
 */
export class WebhookSender {
  readonly #options: SenderOptions;
  readonly #lanes = new Map<WebhookId, Lane>();
  /** Held deliveries, so that an expired claim is renewed instead of being sent a second time in parallel. */
  readonly #held = new Map<WebhookDeliveryId, number>();
  readonly #courier: Courier;
  readonly #around: NonNullable<SenderOptions['around']>;
  #sending = 0;
  #results: Settled[] = [];
  #outcomes: Outcome[] = [];
  #writing: Promise<void> | undefined;
  #running: Promise<void> | undefined;
  #stopping = false;
  #abandoned = false;
  #wake: () => void = () => undefined;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#courier = new Courier(options);
    this.#around = options.around ?? ((_name, send) => send());
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Stops claiming, gives back unstarted deliveries, and waits for running ones. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wake();
    await this.#running;
    for (const lane of this.#lanes.values()) for (const each of lane.giveBack('all')) this.#release(each);
    await this.#settled(GRACE_MS);
    this.#abandoned = true;
    this.#courier.close();
    await this.#settled(GRACE_MS);
  }

  /** Waits until nothing is held any more, up to a time limit. */
  async #settled(milliseconds: number): Promise<void> {
    const until = performance.now() + milliseconds;
    while ((this.#held.size > 0 || this.#writing !== undefined) && performance.now() < until) {
      await (this.#writing ?? pause(20));
    }
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const free = MAX_PENDING - this.#held.size;
      const taken = free > 0 ? await this.#take(free) : 0;
      await this.#pause(taken === null ? DATABASE_RETRY_MS : taken === 0 ? POLL_INTERVAL_MS : FETCH_MS);
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      setTimeout(resolve, milliseconds).unref();
    });
  }

  /** @returns the number of claimed deliveries; null if the database is unavailable */
  async #take(limit: number): Promise<number | null> {
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
      return null;
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

  /** Starts as many requests as allowed, beginning with the lanes that have waited longest. */
  #sendNext(): void {
    for (const [webhookId, lane] of this.#lanes) {
      if (this.#stopping || this.#sending >= this.#options.concurrency) return;
      const claimed = lane.next();
      if (claimed === undefined) continue;
      this.#lanes.delete(webhookId);
      this.#lanes.set(webhookId, lane);
      this.#sending += 1;
      void this.#around('webhook', () => this.#courier.send(claimed)).then((outcome) => {
        this.#sending -= 1;
        lane.done();
        // Aborted by us, which says nothing about the receiver.
        if (this.#abandoned) this.#release(claimed);
        else this.#outcomes.push(outcome);
        this.#write();
        this.#sendNext();
      });
    }
  }

  /** Not attempted: due again at once, for any process. */
  #release({ deliveryId }: Claimed): void {
    const claim = this.#held.get(deliveryId) ?? 0;
    const nextAt = this.#options.clock.now();
    this.#results.push({ deliveryId, claim, status: 'pending', nextAt, tried: null });
    this.#write();
  }

  /** Results that arrive while a batch is being written form the next batch. */
  #write(): void {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
  }

  async #writeAll(): Promise<void> {
    // Deferred by one turn, so that more results are written together.
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
        // Their claims expire within a minute, and they are sent again.
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

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
