/** Standard Webhooks: signs a message so that its receiver can verify its sender, time and integrity. */
import { createHmac } from 'node:crypto';

export const SECRET_PREFIX = 'whsec_';

/** The signed content. */
export interface SignedMessage {
  /** The header webhook-id. */
  readonly id: string;
  /** Time of sending, seconds since 1970: the header webhook-timestamp. */
  readonly timestamp: number;
  readonly body: string;
}

/** The key of a secret: the decoded part after `whsec_`. */
function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
}

/** The header webhook-signature: one signature per secret, separated by spaces. */
export function signatures({ id, timestamp, body }: SignedMessage, secrets: readonly string[]): string {
  return secrets
    .map((secret) => {
      const mac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`, 'utf8');
      return `v1,${mac.digest('base64')}`;
    })
    .join(' ');
}
