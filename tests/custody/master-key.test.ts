import { inspect } from 'node:util';
import { newMasterKey, openMasterKey } from '@cinnabar/server/custody/master-key.js';
import { expect, test } from 'vitest';

test('a new master key is valid, and equal keys yield equal sub-keys', () => {
  const text = newMasterKey();
  const once = openMasterKey(text);
  const again = openMasterKey(` ${text}\n`);
  expect(again.id).toBe(once.id);
  expect(again.pepper.equals(once.pepper)).toBe(true);
});

test('no sub-key can replace another', () => {
  const key = openMasterKey(newMasterKey());
  const parts = [key.wrapping, key.pepper, key.linkSigning, key.blindIndex, key.pseudonym];
  expect(new Set(parts.map((part) => part.export().toString('hex'))).size).toBe(parts.length);
});

test('different master keys have different ids', () => {
  expect(openMasterKey(newMasterKey()).id).not.toBe(openMasterKey(newMasterKey()).id);
});

test.each([
  ['empty', ''],
  ['too short', Buffer.alloc(31, 1).toString('base64')],
  ['too long', Buffer.alloc(33, 1).toString('base64')],
  ['hexadecimal', Buffer.alloc(32, 1).toString('hex')],
  ['not base64', 'correct horse battery staple correct horse b'],
])('a master key that is %s is refused, and the message does not repeat it', (_, text) => {
  expect(() => openMasterKey(text)).toThrow(
    'MASTER_KEY_MALFORMED: the master key must be 32 bytes in base64',
  );
  try {
    openMasterKey(text);
  } catch (error) {
    if (text !== '') expect(inspect(error)).not.toContain(text);
  }
});

test('a logged master key shows no bytes', () => {
  const text = newMasterKey();
  const printed = inspect(openMasterKey(text), { depth: 10, showHidden: true });
  expect(printed).not.toContain(text);
  expect(printed).not.toMatch(/Buffer|Uint8Array/);
});
