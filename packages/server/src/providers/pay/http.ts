import { ProviderClient } from '../kit/provider-client.js';
import { ProviderOutage } from '../kit/provider-failure.js';
import type { ProviderParts } from '../kit/provider-parts.js';
import { PayProviderFailed } from './port.js';

export interface PayRequest {
  readonly method: 'GET' | 'POST';
  /** Path with the query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface PayResponse {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly body: Buffer;
}

export interface PayCall {
  /** The provider's name of the operation: a label of metrics. */
  readonly op: string;
  /** Whether it may be sent again although it may have taken effect. */
  readonly isIdempotent: boolean;
  /** Called for every attempt, so that each has a signature of its own. */
  build(): PayRequest;
}

/** Sends a request, repeated where that is harmless. @throws PayProviderFailed TRANSIENT without an answer */
export type SendPayRequest = (call: PayCall) => Promise<PayResponse>;

export interface SenderOptions {
  readonly baseUrl: string;
  readonly limitMs?: number;
  readonly maxAnswerBytes?: number;
}

export function openPaySender(parts: ProviderParts, options: SenderOptions): SendPayRequest {
  const client = new ProviderClient(parts, options);
  return async ({ op, isIdempotent, build }) => {
    try {
      return await client.call({
        op,
        isIdempotent,
        build() {
          const { target: path, ...request } = build();
          return { ...request, path };
        },
        read: ({ status, headers, body }) => ({
          status,
          header: (name) => {
            const value = headers[name];
            return typeof value === 'string' ? value : null;
          },
          body,
        }),
      });
    } catch (error) {
      if (!(error instanceof ProviderOutage)) throw error;
      throw new PayProviderFailed('TRANSIENT', error.message);
    }
  };
}
