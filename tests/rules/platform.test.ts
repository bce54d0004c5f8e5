import { maskedError } from '@cinnabar/server/areas/platform/rules.js';
import { expect, test } from 'vitest';

test.each([
  ['connect ECONNREFUSED 10.0.0.7:443\n    at TCPConnectWrap', 'connect ECONNREFUSED 10.0.0.7:443'],
  ['cannot send to 13800138000', 'cannot send to 138****8000'],
  ['11010119900307002X is taken', '110***********002X is taken'],
  ['no mailbox <wang.fang@example.com>', 'no mailbox <***@example.com>'],
  ['GET https://sms.example/send?key=s3cret: 401', 'GET https://sms.example/send?*** 401'],
  ['bad token eyJhbGciOiJIUzI1NiJ9_eyJzdWIiOiIxIn0', 'bad token ***'],
  [
    'flow 400123 waits for flow_archives_corp_id_flow_id_key',
    'flow 400123 waits for flow_archives_corp_id_flow_id_key',
  ],
  ['', ''],
])('an error is shown by its first line, without numbers and secrets: %s', (error, shown) => {
  expect(maskedError(error)).toBe(shown);
});

test('a long error is cut', () => {
  expect(maskedError('no '.repeat(200))).toHaveLength(301);
});
