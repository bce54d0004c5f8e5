import { request } from 'node:http';
import { createServer } from 'node:https';
import { makeTestSigner } from '../support/test-certificates.js';

export interface HttpsFront {
  close(): Promise<void>;
}

/** What stands before a production service: ends TLS at that port, and passes every request on. */
export async function httpsFront(port: number, service: string): Promise<HttpsFront> {
  const { certificate, privateKey } = await makeTestSigner('ecdsa-p256-sha256');
  const der = Buffer.from(certificate.certificate).toString('base64');
  const cert = `-----BEGIN CERTIFICATE-----\n${der}\n-----END CERTIFICATE-----\n`;
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const server = createServer({ cert, key }, (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const passed = request(`${service}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
