import { performance } from 'node:perf_hooks';
import type { WebhookDeliveryId, WebhookId } from '@cinnabar/api/schemas/webhook.js';
import type { Db } from '../../database/schema.js';
import { Courier, type CourierOptions, type Outcome } from './courier.js';
import { Lane } from './lane.js';
import { noteFailure } from './note-failures.js';
import { pauseAfter } from './rules.js';
import { type Claimed, claimDue, noteSuccess, type Settled, settleClaims } from './store/claims.js';

/** A claim ends after this long, by the service's clock: what a process that died had taken is sent by another then. */
const CLAIM_MS = 60_000;
/** Idle poll interval. */
const POLL_INTERVAL_MS = 250;
/** And while there is: some of what is held should be gone by then, so that more is fetched at a time. */
const FETCH_MS = 15;
/** After the database did not answer. */
const DATABASE_RETRY_MS = 2_000;
/** Grace period for running requests on shutdown. */
const GRACE_MS = 5_000;
/** Deliveries that are held at once, waiting ones too. */
const MAX_PENDING = 2048;
/** Limit for a webhook without statistics. */
const FIRST_HELD = 8;

export type SendResult = 'delivered' | 'retried' | 'failed';

export interface SenderOptions extends CourierOptions {
  readonly db: Db;
  /** Requests under way at once. */
  readonly concurrency: number;
  /** 0 to 1. */
  readonly random: () => number;
  readonly observe: (result: SendResult) => void;
}

/**
 * Sends what is due. Any number of processes may do so: each takes deliveries for a minute, sends them, and writes down
 * the outcome of it. A process that dies in between has its deliveries sent again by another: at least once, always
 * with the same bytes under the same id.
 */
export class WebhookSender {
  readonly #options: SenderOptions;
  readonly #lanes = new Map<WebhookId, Lane>();
  /** What is held, so that a claim that ended early is renewed and not sent beside itself. */
  readonly #held = new Map<WebhookDeliveryId, number>();
  readonly #courier: Courier;
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
    await this.#settled(GRACE_MS);
    this.#abandoned = true;
    this.#courier.close();
    await this.#settled(GRACE_MS);
  }

  /** Waits until nothing is held any more, so long at most. */
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

  /** @returns how many, or null where the database is away */
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

  /** Fills the requests that may be under way: first those whose turn it has been the longest ago. */
  #sendNext(): void {
    for (const [webhookId, lane] of this.#lanes) {
      if (this.#stopping || this.#sending >= this.#options.concurrency) return;
      const claimed = lane.next();
      if (claimed === undefined) continue;
      this.#lanes.delete(webhookId);
      this.#lanes.set(webhookId, lane);
      this.#sending += 1;
      void this.#courier.send(claimed).then((outcome) => {
        this.#sending -= 1;
        lane.done();
        // Broken off by us: that says nothing about the receiver.
        if (this.#abandoned) this.#release(claimed);
        else this.#outcomes.push(outcome);
        this.#write();
        this.#sendNext();
      });
    }
  }

  /** Not tried: due again at once, for whoever has room. */
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

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
