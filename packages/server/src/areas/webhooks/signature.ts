/** Standard Webhooks: how a message is signed, so that its receiver knows who sent it, when, and that it is whole. */
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

/** The key of a secret: what is behind `whsec_`, as bytes. */
function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
}

/** The header webhook-signature: one signature for each secret, with a space between them. */
export function signatures({ id, timestamp, body }: SignedMessage, secrets: readonly string[]): string {
  return secrets
    .map((secret) => {
      const mac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`, 'utf8');
      return `v1,${mac.digest('base64')}`;
    })
    .join(' ');
}
