import type { Writing } from '@cinnabar/api/schema.js';
import type { WebhookEvent } from '@cinnabar/api/webhook-events.js';

/**
 * The body of a message, as Standard Webhooks lays it out. Its time is UTC: libraries of receivers read that, and the
 * platform's zone may be set otherwise one day.
 * @throws Error where the data does not fit its type
 */
export function bodyOf<D>(event: WebhookEvent<string, D>, data: D, time: Date): string {
  const writing: Writing = {
    zone: 'UTC',
    mismatch(path, expected) {
      throw new Error(`${event.type}: ${path} is no ${expected}`);
    },
  };
  return JSON.stringify({
    type: event.type,
    timestamp: time.toISOString(),
    data: event.data.write(data, 'data', writing),
  });
}
