import type { ClientRequest } from 'node:http';
import { verifyDocument } from '@cinnabar/api/operations/verification.js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { costlyPdf } from '../../bench/flood/hostile-files.mjs';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { uploadedPdf } from '../support/pdf/sample-documents.js';
import { metricsOf, requestFrom } from './requests-from.js';
import { signWholeContract } from './whole-contract.js';

/** Takes the verifier a second, and longer while other work has priority. */
const costly = costlyPdf(9_900, 300);
const QUEUE = 2;

let running: RunningApp;
let buyer: Enterprise;
let supplier: Enterprise;
const sent: ClientRequest[] = [];

beforeAll(async () => {
  running = await startApp({
    settings: {
      TRUST_PROXY: 'true',
      PUBLIC_VERIFY_QUEUE: String(QUEUE),
      PUBLIC_VERIFY_MAX_REVISIONS: '10000',
      PUBLIC_VERIFY_CPU_SECONDS: '15',
      PUBLIC_VERIFY_MEMORY_MIB: '4096',
      PUBLIC_VERIFY_KIB_PER_SECOND: '1000000',
    },
  });
  buyer = await givenEnterprise(running);
  supplier = await givenEnterprise(running);
});
afterAll(async () => {
  for (const each of sent) each.destroy();
  await running.close();
});

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly code: string;
}

/** Sends a file to the public verification page. */
function verifyFrom(address: string, file: Uint8Array): { sent: ClientRequest; answer: Promise<Answer> } {
  const boundary = 'cinnabar-flood';
  const body = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n` +
        'content-type: application/pdf\r\n\r\n',
    ),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const content = { type: `multipart/form-data; boundary=${boundary}`, length: body.length };
  const begun = requestFrom(address, `${running.baseUrl}/pages/verify`, content);
  const answer = begun.answer.then(async (response) => {
    const chunks: Buffer[] = await response.toArray();
    const envelope: { code: string } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const retryAfter = response.headers['retry-after'];
    return { status: response.statusCode ?? 0, retryAfter, code: envelope.code };
  });
  answer.catch(() => undefined);
  begun.sent.end(body);
  sent.push(begun.sent);
  return { sent: begun.sent, answer };
}

async function strangers(): Promise<{ running: number; waiting: number }> {
  const text = await metricsOf(running.baseUrl);
  const value = (name: string) =>
    Number(new RegExp(`^${name}{pool="strangers"} (\\d+)$`, 'm').exec(text)?.[1]);
  return { running: value('documents_running'), waiting: value('document_queue_depth') };
}

/** More addresses than the pool has places; each sends again as soon as it gets a response. */
function startFlood(): { stop(): void } {
  const held = new Map<number, ClientRequest>();
  let isOver = false;
  const send = async (index: number): Promise<void> => {
    while (!isOver) {
      const each = verifyFrom(`2001:db8:0:${index}::1`, costly);
      held.set(index, each.sent);
      await each.answer.catch(() => undefined);
    }
  };
  for (let index = 1; index <= 2 + QUEUE; index += 1) void send(index);
  return {
    stop() {
      isOver = true;
      for (const each of held.values()) each.destroy();
    },
  };
}

describe('a flood of hostile files on the public verification page', () => {
  test('fills the pool for anonymous clients, and delays nothing for known callers', async () => {
    const flood = startFlood();
    // At most one file in progress for each /64, and in total as many as wait and run.
    const again = async () => verifyFrom('2001:db8:0:1::ffff', costly).answer;
    await expect.poll(again).toEqual({ status: 429, retryAfter: '5', code: '429' });
    let address = 0;
    const more = async () => {
      address += 1;
      return verifyFrom(`192.0.2.${address}`, costly).answer;
    };
    await expect.poll(more).toEqual({ status: 503, retryAfter: '5', code: '503' });

    await signWholeContract(buyer, supplier);
    const { client } = buyer.owner;
    const own = await client.upload(verifyDocument.path, {
      name: 'a.pdf',
      bytes: Buffer.from(await uploadedPdf([{}])),
    });
    expect(own.status).toBe(200);
    await expect.poll(async () => (await strangers()).running).toBe(1);
    flood.stop();
  });

  test('ends with the file being read when its senders disconnect', async () => {
    // Of the three files one is read to its limit; the others are skipped.
    await vi.waitFor(async () => expect(await strangers()).toEqual({ running: 0, waiting: 0 }), {
      timeout: 55_000,
    });
    expect((await verifyFrom('198.51.100.1', await uploadedPdf([{}])).answer).status).toBe(200);
  });
});
