/** Settings of an enterprise in the platform's console: what is shown, and what is sent for it. */
import { corpOptions } from '@cinnabar/server/areas/platform/index.js';
import { describe, expect, test } from 'vitest';
import { controlOf, givenOf, shownOf, toggled } from '../../../packages/web/src/platform/setting-control.js';
import { settingWords } from '../../../packages/web/src/platform/setting-words.js';

const names = Object.keys(corpOptions);

test.each([
  ['sealApproval', 'strict', 'strict', 'strict'],
  ['contractApproval', 'off', 'off', 'off'],
  ['smsNotices', 'off', '', 'off'],
  ['smsNotices', 'turn,refusal', 'turn,refusal', 'turn,refusal'],
  ['loginIdleMinutes', 'none', '', 'none'],
  ['loginIdleMinutes', '60', '60', '60'],
  ['draftRetentionDays', '0', '', '0'],
  ['auditRetentionDays', '3650', '3650', '3650'],
  ['consoleNetworks', 'none', '', 'none'],
  ['corpLevel', '11', '11', '11'],
  ['levelExpireTime', 'none', '', 'none'],
  // The end of the day in the zone of the service.
  ['levelExpireTime', '2027-12-31T15:59:59.999Z', '2027-12-31', '2027-12-31'],
])('%s %s is shown as "%s", and sent as %s', (name, value, shown, sent) => {
  const control = controlOf(name);
  expect(shownOf(control, value)).toBe(shown);
  expect(givenOf(control, shown)).toBe(sent);
  expect(corpOptions[name]?.read(sent), 'the command line takes it').toBeDefined();
});

test.each([
  ['loginMethods', ''],
  ['maxAmount', ''],
  ['maxAmount', '0'],
  ['maxAmount', '1e3'],
  ['loginIdleMinutes', '14'],
  ['loginIdleMinutes', '721'],
  ['draftRetentionDays', '29'],
  ['auditRetentionDays', '182'],
])('%s cannot be "%s"', (name, shown) => {
  expect(givenOf(controlOf(name), shown)).toBe(null);
});

test('one of several is switched in its place', () => {
  const control = controlOf('smsNotices');
  if (control.kind !== 'several') throw new Error('not several');
  expect(toggled(control, 'turn,deadline', 'completion')).toBe('turn,completion,deadline');
  expect(toggled(control, 'turn', 'turn')).toBe('');
  expect(toggled(control, '', 'deadline')).toBe('deadline');
});

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  test.each(names)('%s has a control of its own, a name, a meaning and consequences', (name) => {
    const t = settingWords[language];
    const control = controlOf(name);
    expect(t.names[name]).toBeDefined();
    expect(t.meanings[name]).toBeDefined();
    const effects = control.kind === 'switch' ? [`${name}On`, `${name}Off`] : [name];
    for (const effect of effects) expect(t.effects[effect], effect).toBeDefined();
    const values = control.kind === 'several' || control.kind === 'choice' ? control.of : [];
    for (const value of values) expect(t.values[value], value).toBeDefined();
  });
});
