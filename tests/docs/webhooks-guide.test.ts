/** The webhook guide is correct, and its examples work. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deliveryFailures } from '@cinnabar/api/schemas/webhook.js';
import { webhookEvents } from '@cinnabar/api/webhook-events.js';
import {
  DEADLINE_MS,
  MAX_RECORDED_ANSWER_BYTES,
  MAX_WEBHOOKS,
  PAUSES_MS,
} from '@cinnabar/server/areas/webhooks/rules.js';
import { signatures } from '@cinnabar/server/areas/webhooks/signature.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tableUnder, textOf } from '../support/documentation.js';

const guide = 'docs/webhooks.md';

test('every event in Chinese', () => {
  const told = tableUnder('docs/zh-CN/webhooks.md', '事件类型').map((row) => [row['类型'], row['触发时机']]);
  expect(told).toEqual(webhookEvents.map(({ type, title }) => [type, title.zh]));
});

test('every event with its data', () => {
  const told = tableUnder(guide, 'Events').map((row) => [row['type'], row['when'], row['data']]);
  const real = webhookEvents.map(({ type, title, data: { describe } }) => {
    const fields = Object.keys(describe['properties'] ?? {});
    return [type, title.en, fields.map((field) => `\`${field}\``).join(', ')];
  });
  expect(told).toEqual(real);
});

test('the delays between attempts', () => {
  const units: Readonly<Record<string, number>> = { s: 1_000, min: 60_000, h: 3_600_000 };
  const told = tableUnder(guide, 'Retries and failures').map((row) => row['delay'] ?? '');
  const spans = told.slice(1).map((text) => {
    const [count = '', unit = ''] = text.split(' ');
    return Number(count) * (units[unit] ?? Number.NaN);
  });
  expect(told[0]).toBe('none');
  expect(spans).toEqual(PAUSES_MS);
});

test('the reasons of failed attempts, and the limits', () => {
  const told = tableUnder(guide, 'Permitted addresses').map((row) => row['failure']);
  expect(told).toEqual(deliveryFailures);
  expect([MAX_WEBHOOKS, MAX_RECORDED_ANSWER_BYTES, DEADLINE_MS, PAUSES_MS.length]).toEqual([
    20, 1024, 10_000, 10,
  ]);
});

describe('the examples verify a signed message, and nothing else', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cinnabar-guide-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  const now = 1_795_229_411;
  const body = '{"type":"flow.completed","data":{"remark":"合同"}}';
  const sign = (...secrets: readonly string[]) => signatures({ id: 'msg_1', timestamp: now, body }, secrets);

  /** Secret, signatures, body, the receiver's clock, and whether the message is authentic. */
  const cases: readonly (readonly [string, string, string, number, boolean])[] = [
    [secret, sign(secret), body, now, true],
    [secret, sign(other, secret), body, now + 299, true],
    [secret, sign(other), body, now, false],
    [secret, sign(secret), `${body} `, now, false],
    [secret, sign(secret), body, now + 301, false],
    [secret, sign(secret), body, now - 301, false],
    [secret, 'v1,', body, now, false],
    [secret, sign(secret).replace('v1,', 'v2,'), body, now, false],
  ];
  const expected = cases.map(([, , , , believed]) => String(believed)).join('\n');

  function example(language: string): string {
    const [, code] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(textOf(guide)) ?? [];
    if (code === undefined) throw new Error(`no example in ${language}`);
    return code;
  }

  const given = JSON.stringify(
    cases.map(([key, signature, text, clock]) => ({
      ...{ key, text, clock },
      headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': String(now), 'webhook-signature': signature },
    })),
  );
  const ran = (program: string, ...args: readonly string[]) =>
    execFileSync(program, args, { cwd: folder, encoding: 'utf8' }).trim();

  test('Node.js', () => {
    writeFileSync(join(folder, 'verify.mjs'), example('js'));
    const run = `import { verify } from './verify.mjs';
      for (const { key, text, clock, headers } of ${given}) console.log(verify(key, headers, text, clock));`;
    writeFileSync(join(folder, 'run.mjs'), run);
    expect(ran(process.execPath, 'run.mjs')).toBe(expected);
  });

  test('Python', { tags: ['python'] }, () => {
    writeFileSync(join(folder, 'verify.py'), example('python'));
    writeFileSync(join(folder, 'given.json'), given);
    const run = `import json; from verify import verify
for each in json.load(open("given.json", encoding="utf-8")):
    print(str(verify(each["key"], each["headers"], each["text"].encode(), each["clock"])).lower())`;
    writeFileSync(join(folder, 'run.py'), run);
    expect(ran('python3', 'run.py')).toBe(expected);
  });

  test('Java', { tags: ['java'] }, () => {
    const calls = cases.map(([key, signature, text, clock]) => {
      const [keyText, signed, bytes] = [key, signature, text].map((each) => JSON.stringify(each));
      return `System.out.println(Webhooks.verify(${keyText}, "msg_1", "${now}", ${signed},
        ${bytes}.getBytes(StandardCharsets.UTF_8), ${clock}L));`;
    });
    const main = `public class Main { public static void main(String[] args) throws Exception { ${calls.join('\n')} } }`;
    writeFileSync(join(folder, 'Main.java'), `${example('java')}\n${main}`);
    ran('javac', '-encoding', 'UTF-8', 'Main.java');
    expect(ran('java', 'Main')).toBe(expected);
  });
});
