import { announce } from '@cinnabar/server/composition/announce.js';
import { listenError } from '@cinnabar/server/http/listen-error.js';
import { InvalidSetting } from '@cinnabar/server/settings/invalid-setting.js';
import { expect, test } from 'vitest';

function printed(isTTY: boolean): string {
  let out = '';
  const stream = {
    isTTY,
    write(text: string) {
      out += text;
    },
  };
  const message = 'listens on http://127.0.0.1:3000';
  announce(stream, { level: 'info', message, details: { mode: 'sandbox' }, text: 'ready' });
  return out;
}

test('on a terminal the service prints text, elsewhere a line in the form of the log', () => {
  expect(printed(true)).toBe('ready\n');
  expect(JSON.parse(printed(false))).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    mode: 'sandbox',
    msg: 'listens on http://127.0.0.1:3000',
  });
});

test.each([
  ['EADDRINUSE', 'PORT: another program listens on port 80 of 10.0.0.1'],
  ['EACCES', 'PORT: this account must not listen on port 80: choose one above 1023'],
  ['EADDRNOTAVAIL', 'HOST: this machine does not have the address 10.0.0.1'],
])('%s names the setting', (code, words) => {
  const error = listenError(Object.assign(new Error('listen'), { code }), { host: '10.0.0.1', port: 80 });
  expect(error).toBeInstanceOf(InvalidSetting);
  expect(String(error)).toContain(words);
});

test('other errors of a listener stay as they are', () => {
  const error = new Error('listen');
  expect(listenError(error, { host: '127.0.0.1', port: 80 })).toBe(error);
});
