import { performance } from 'node:perf_hooks';
import type { Clock } from '../../clock.js';
import { BoundedCache } from '../../custody/bounded-cache.js';
import type { WebhookTry } from '../../database/tables/webhooks.js';
import type { Services } from '../../operation/services.js';
import { type GuardedClient, type PostAnswer, PostFailed } from '../../outbound/guarded-client.js';
import { webhookIdHeader } from './delivery.js';
import { askedPause } from './rules.js';
import { openSecret } from './secret.js';
import { signatures } from './signature.js';
import type { Claimed } from './store/claims.js';

export interface CourierOptions {
  readonly services: Pick<Services, 'envelope'>;
  readonly clock: Clock;
  readonly client: GuardedClient;
  readonly userAgent: string;
  readonly log: { warn(fields: object, message: string): void };
}

/** Result of one attempt. */
export interface Outcome {
  readonly claimed: Claimed;
  readonly tried: WebhookTry;
  /** The delay requested by the receiver, ms. */
  readonly askedMs: number | null;
}

type Result = Pick<WebhookTry, 'httpStatus' | 'failure' | 'answer'>;

/** Signs and posts one delivery, and never throws: any error is a failed attempt. */
export class Courier {
  readonly #options: CourierOptions;
  readonly #secrets = new BoundedCache<string>(1000);

  constructor(options: CourierOptions) {
    this.#options = options;
  }

  async send(claimed: Claimed): Promise<Outcome> {
    const now = this.#options.clock.now();
    const began = performance.now();
    const outcome = (result: Result, askedMs: number | null): Outcome => ({
      claimed,
      askedMs,
      tried: { time: now.toISOString(), took: Math.round(performance.now() - began), ...result },
    });
    try {
      // Uses the machine's clock and not the sandbox's: a receiver would reject a signature from the future as forged,
      // and HTTP dates are the machine's.
      const sentAt = new Date(now.getTime() - this.#options.clock.offsetMs);
      const answer = await this.#post(claimed, now, sentAt);
      const result = {
        httpStatus: answer.status,
        failure: failureOf(answer),
        // PostgreSQL text cannot contain NUL.
        answer: answer.beginning.replaceAll('\u0000', ''),
      };
      return outcome(result, askedPause(answer.retryAfter, sentAt));
    } catch (error) {
      if (!(error instanceof PostFailed)) this.#options.log.warn({ err: error }, 'webhooks: cannot send');
      const failure = error instanceof PostFailed ? error.failure : 'NOT_REACHED';
      return outcome({ httpStatus: null, failure, answer: '' }, null);
    }
  }

  async #post(claimed: Claimed, now: Date, sentAt: Date): Promise<PostAnswer> {
    const { body, messageId, url } = claimed;
    const id = webhookIdHeader(messageId);
    const timestamp = Math.floor(sentAt.getTime() / 1000);
    const headers = {
      'content-type': 'application/json',
      'user-agent': this.#options.userAgent,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatures({ id, timestamp, body }, await this.#secretsOf(claimed, now)),
    };
    return this.#options.client.post(url, headers, Buffer.from(body, 'utf8'));
  }

  /** The present secret, and the previous one while they overlap. */
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

  /** Aborts the running requests. */
  close(): void {
    this.#options.client.close();
  }
}

function failureOf({ status }: PostAnswer): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'REDIRECT' : 'STATUS';
}
