import { parseEnv } from 'node:util';
import { runCommandLine } from '@cinnabar/cli/command-line.js';
import { newMasterKey } from '@cinnabar/server/custody/master-key.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { describe, expect, test } from 'vitest';
import { column, tableUnder, textOf } from '../support/documentation.js';

const guide = 'docs/operations.md';
const settings = tableUnder(guide, 'Settings');
const production = {
  MODE: 'production',
  MASTER_KEY: newMasterKey(),
  DATABASE_URL: 'postgresql://cinnabar@localhost/cinnabar',
  BASE_URL: 'https://sign.example.com',
  TRUST_URL: 'http://sign.example.com',
};

describe('the table of settings', () => {
  test('has every setting that is read, and no other', () => {
    expect([...column(settings, 'setting')].sort()).toEqual(settingsThatAreRead());
  });

  test.each(settings.map((row) => [row['setting'] ?? '', row['default'] ?? '']))(
    '%s: setting the default %s explicitly changes nothing',
    (setting, told) => {
      const [sandboxDefault = '', productionDefault = sandboxDefault] = told
        .split(', in production ')
        .map((value) => value.replaceAll('`', ''));
      expect(readConfig({ [setting]: sandboxDefault })).toEqual(readConfig({}));
      if (setting in production) return;
      expect(readConfig({ ...production, [setting]: productionDefault })).toEqual(readConfig(production));
    },
  );
});

describe('.env.example', () => {
  const lines = textOf('.env.example').split('\n');
  const named = lines.flatMap((line) => /^(?:# )?([A-Z][A-Z_]+)=/.exec(line)?.[1] ?? []);

  test('names only settings, each once', () => {
    const known = settingsThatAreRead();
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });

  test('is a valid configuration for production', () => {
    const { MASTER_KEY_FILE: _, ...given } = parseEnv(textOf('.env.example'));
    const config = readConfig({ ...given, MASTER_KEY: newMasterKey() });
    expect(config).toMatchObject({ mode: 'production', baseUrl: 'https://sign.example.com' });
  });
});

test('the table of commands has every command', async () => {
  const printed: string[] = [];
  const nothing = () => undefined;
  await runCommandLine(['--help'], {
    environment: {},
    stdout: (text) => printed.push(text),
    stderr: nothing,
  });
  const [, listed = ''] = printed.join('\n').split('Commands:\n');
  const commands = [...listed.matchAll(/^ {2}(\S+(?: \S+)*?) {2,}/gm)].map(([, name]) => name);
  const told = column(tableUnder(guide, 'Command line'), 'command').map((cell) => cell.split(' --')[0]);
  // A command may have a line for each of its uses.
  expect([...new Set(told)]).toEqual(commands);
});

function settingsThatAreRead(): string[] {
  const read = new Set<string>();
  const spy = new Proxy<Record<string, string>>(
    {},
    {
      get(_, name) {
        if (typeof name === 'string') read.add(name);
        return undefined;
      },
    },
  );
  readConfig(spy);
  return [...read].sort();
}
