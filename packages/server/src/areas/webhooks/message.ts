import type { Writing } from '@cinnabar/api/schema.js';
import type { WebhookEvent } from '@cinnabar/api/webhook-events.js';

/**
 * The body of a message, as specified by Standard Webhooks. Its time is in UTC, which receivers' libraries parse; the
 * platform's zone may be configured differently one day.
 * @throws Error if the data does not match its type
 */
export function bodyOf<D>(event: WebhookEvent<string, D>, data: D, time: Date): string {
  const writing: Writing = {
    zone: 'UTC',
    mismatch(path, expected) {
      throw new Error(`${event.type}: ${path} is not ${expected}`);
    },
  };
  return JSON.stringify({
    type: event.type,
    timestamp: time.toISOString(),
    data: event.data.write(data, 'data', writing),
  });
}
