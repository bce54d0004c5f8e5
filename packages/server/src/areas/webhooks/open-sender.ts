import type { Db } from '../../database/schema.js';
import type { Services } from '../../operation/services.js';
import { AddressGuard } from '../../outbound/address-guard.js';
import { GuardedClient } from '../../outbound/guarded-client.js';
import { DEADLINE_MS, MAX_RECORDED_ANSWER_BYTES } from './rules.js';
import { type SenderOptions, WebhookSender } from './sender.js';
import { backlog } from './store/claims.js';

/** Statistics of the sender. */
interface Metrics {
  gauge(name: string, help: string, read: () => Promise<number>): void;
  counter(name: string, help: string, label: string): (value: string) => void;
}

interface Opened {
  readonly db: Db;
  readonly services: Services;
  readonly version: string;
  /** Called around every attempt, for traces. */
  readonly around: SenderOptions['around'] | undefined;
}

/** The sender of this process, registered with the metrics. It is idle until it is started. */
export function openSender(
  { db, services, version, around }: Opened,
  metrics: Metrics,
  log: SenderOptions['log'],
): WebhookSender {
  const { clock, config } = services;
  metrics.gauge('webhook_pending', 'Deliveries of webhooks that wait to be sent', async () => {
    return (await backlog(db, clock.now())).pending;
  });
  metrics.gauge('webhook_lag_seconds', 'Age of the oldest delivery that is due', async () => {
    const { oldest } = await backlog(db, clock.now());
    return oldest === null ? 0 : Math.max(0, (clock.now().getTime() - oldest.getTime()) / 1000);
  });
  return new WebhookSender({
    ...{ db, services, clock, log },
    client: new GuardedClient({
      guard: new AddressGuard(config.webhookNetworks),
      deadlineMs: DEADLINE_MS,
      keptBytes: MAX_RECORDED_ANSWER_BYTES,
    }),
    concurrency: config.webhookConcurrency,
    userAgent: `Cinnabar/${version}`,
    random: Math.random,
    ...(around === undefined ? {} : { around }),
    observe: metrics.counter('webhook_deliveries_total', 'Tries of webhooks by what came of them', 'result'),
  });
}
