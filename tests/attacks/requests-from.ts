import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';

export interface Sent {
  readonly sent: ClientRequest;
  readonly answer: Promise<IncomingMessage>;
}

/** Begins a request as forwarded by the proxy from this address; the caller decides whether it completes. */
export function requestFrom(
  address: string,
  url: string,
  content: { readonly type: string; readonly length: number },
): Sent {
  const headers = {
    'x-forwarded-for': address,
    'content-type': content.type,
    'content-length': content.length,
  };
  const sent = request(url, { method: 'POST', headers, agent: false });
  sent.on('error', () => undefined);
  const answer = once(sent, 'response').then(([response]: IncomingMessage[]) => {
    if (response === undefined) throw new Error('no response');
    return response;
  });
  answer.catch(() => undefined);
  return { sent, answer };
}

/** The metrics as collected by the operator's monitoring. */
export async function metricsOf(baseUrl: string): Promise<string> {
  return (await fetch(`${baseUrl}/metrics`)).text();
}
