import { createServer } from 'node:http';
import { parseCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { TimestampClient } from '@cinnabar/pki/timestamps/timestamp-client.js';
import { TimestampFailover } from '@cinnabar/pki/timestamps/timestamp-failover.js';
import type { TimestampSource } from '@cinnabar/pki/timestamps/timestamp-source.js';
import { TimestampAuthority } from '@cinnabar/server/authority/timestamp-authority.js';
import { afterAll, beforeAll, describe } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { type OpenCustody, openCustody } from '../support/open-custody.js';
import {
  type TimestampsUnderTest,
  timestampContract,
  unavailableTimestampContract,
} from './timestamps.contract.js';

const now = new Date('2026-11-20T10:00:00Z');
// Generous, because a busy machine must not fail tests unrelated to time.
const deadlineMs = 30_000;

let fresh: FreshDatabase;
let custody: OpenCustody;
let authority: TimestampAuthority;

beforeAll(async () => {
  fresh = await freshDatabase();
  custody = openCustody(fresh);
  authority = new TimestampAuthority(custody.authority.services);
});
afterAll(async () => {
  await custody.database.close();
  await fresh.drop();
});

async function under(
  source: TimestampSource,
  close: () => void = () => undefined,
): Promise<TimestampsUnderTest> {
  // The first token makes the authority issue its certificate.
  await authority.stamp(new Uint8Array(32), now);
  const anchors = (await custody.authority.trustAnchors()).map(parseCertificate);
  return { source, anchors, now, close: async () => close() };
}

/** The built-in authority over HTTP, or one that is unavailable. */
async function elsewhere(isAvailable: boolean): Promise<TimestampsUnderTest> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    response.writeHead(isAvailable ? 200 : 503, { 'content-type': 'application/timestamp-reply' });
    response.end(isAvailable ? await authority.answer(Buffer.concat(parts), now) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { anchors } = await under(authority);
  const source = new TimestampClient({
    address: `http://127.0.0.1:${port}/`,
    anchors,
    policy: null,
    deadlineMs,
  });
  return under(source, () => {
    server.closeAllConnections();
    server.close();
  });
}

describe('the built-in authority', () => {
  timestampContract(() => under(authority));
});

describe('an external authority', () => {
  timestampContract(() => elsewhere(true));
  unavailableTimestampContract(() => elsewhere(false));
});

describe('several authorities, the first of them unavailable', () => {
  async function several(second: boolean): Promise<TimestampsUnderTest> {
    const both = [await elsewhere(false), await elsewhere(second)];
    const sources = both.map(({ source }) => source);
    const failover = new TimestampFailover({
      sources,
      deadlineMs: 2 * deadlineMs,
      onFailure: () => undefined,
    });
    return under(failover, () => {
      for (const each of both) void each.close();
    });
  }
  timestampContract(() => several(true));
  unavailableTimestampContract(() => several(false));
});
