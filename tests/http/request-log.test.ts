import { createRequestLog } from '@cinnabar/server/http/request-log.js';
import { expect, test } from 'vitest';

const line = {
  requestId: 'req-1',
  address: '203.0.113.7',
  appId: undefined,
  corpId: undefined,
  userId: undefined,
  op: '/seal/getSealInfo',
  code: '200',
  ms: 1.5,
  ignored: [],
};

/** The log after `line`, with the clock at each of `times`. */
function logged(times: readonly number[], fields: object): readonly string[] {
  const written: string[] = [];
  let index = 0;
  const log = createRequestLog(
    (text) => written.push(text),
    () => new Date(times[index] ?? 0),
  );
  for (index = 0; index < times.length; index += 1) log({ ...line, ...fields });
  return written;
}

test('a line is one JSON object, whatever its fields contain', () => {
  const fields = { requestId: 'a"b\n', address: '"', appId: '引\\号', corpId: 12, userId: 2 ** 53 - 1 };
  const [text = ''] = logged([Date.UTC(2026, 0, 2, 3, 4, 5, 6)], fields);
  expect(text.indexOf('\n')).toBe(text.length - 1);
  expect(JSON.parse(text)).toEqual({
    level: 'info',
    time: '2026-01-02T03:04:05.006Z',
    ...line,
    ignored: undefined,
    ...fields,
    msg: 'request',
  });
});

test('ignored fields are included', () => {
  const [text = ''] = logged([0], { ignored: ['nmae', 'a%0Ab'] });
  expect(JSON.parse(text)).toMatchObject({ ignored: ['nmae', 'a%0Ab'] });
});

test('unknown properties of a caller are omitted', () => {
  const [text = ''] = logged([0], {});
  expect(Object.keys(JSON.parse(text))).toEqual([
    'level',
    'time',
    'requestId',
    'address',
    'op',
    'code',
    'ms',
    'msg',
  ]);
});

test('every line has its own time', () => {
  const times = logged([1, 1, 2, 1], {}).map((text): unknown => JSON.parse(text).time);
  expect(times).toEqual([1, 1, 2, 1].map((time) => new Date(time).toISOString()));
});
