import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programVersion } from '@cinnabar/server/operation/program-version.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cinnabar, commandLine } from '../support/cinnabar.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-usage-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Completions offered by bash once the script is sourced. */
function completedInBash(script: string, words: readonly string[]): string[] {
  const ask = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _cinnabar; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync('bash', ['-c', `${script}\n${ask}`, 'bash', ...words], { encoding: 'utf8' });
  return out.split('\n').filter((line) => line !== '');
}

const run = (...args: readonly string[]) => commandLine({}, ...args);

describe('the command line itself', () => {
  it('lists its commands, as an error if none was given', async () => {
    const asked = await cinnabar(folder, {}, '--help');
    expect([asked.code, asked.errors]).toEqual([0, '']);
    for (const name of [
      'corp create',
      'corp set',
      'app rotate',
      'member role',
      'seal auto',
      'migrate',
      'doctor',
    ])
      expect(asked.out).toContain(`  ${name} `);
    expect(await cinnabar(folder, {})).toEqual({ code: 2, out: '', errors: asked.out });
  });

  it.each([['corp', 'create'], ['migrate'], ['doctor']])('tells the options of %s %s', async (...words) => {
    const { code, out } = await run(...words.filter((word) => word !== undefined), '--help');
    expect(code).toBe(0);
    expect(out).toContain(`Usage: cinnabar ${words.join(' ').trim()} [options]`);
    expect(out).toContain('--json');
  });

  it.each([
    [['copr', 'create'], 'corp create'],
    [['doktor'], 'doctor'],
    [['app', 'rotat', '--corp', '1'], 'app rotate'],
  ])('guesses what %j was meant to be, and prints nothing else', async (words, meant) => {
    expect(await run(...words)).toEqual({
      code: 2,
      out: '',
      errors:
        `cinnabar: there is no command "${words.join(' ')}"; did you mean "${meant}"?\n` +
        'cinnabar --help lists the commands.\n',
    });
  });

  it('prints its version', async () => {
    expect(await cinnabar(folder, {}, '--version')).toEqual({
      code: 0,
      out: `cinnabar ${programVersion()}\n`,
      errors: '',
    });
  });

  it('lists the commands that begin with a word', async () => {
    const asked = await run('app', '--help');
    expect([asked.code, asked.errors]).toEqual([0, '']);
    expect(asked.out).toContain('  app rotate ');
    expect(asked.out).not.toContain('  corp create ');
    const alone = await run('app');
    expect([alone.code, alone.out]).toEqual([2, '']);
    expect(alone.errors).toMatch(/^cinnabar: there is no command "app"; there are app create, .*app rotate/);
  });

  it.each([
    [
      ['corp', ''],
      ['create', 'list', 'identity', 'set', 'embed', 'oidc', 'parent', 'export', 'close', 'reopen'],
    ],
    [
      ['seal', 'auto', 'o'],
      ['on', 'off'],
    ],
    [['corp', 'create', '--na'], ['--name']],
    [['app', 'rotate', '--corp', '1', '--g'], ['--grace-hours']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish', '--help'],
    ],
  ])('completes %j in bash', async (words, expected) => {
    const { code, out } = await run('completion', 'bash');
    expect(code).toBe(0);
    expect(completedInBash(out, ['cinnabar', ...words])).toEqual(expected);
  });

  it.each(['zsh', 'fish'])('prints a completion for %s that names every command', async (shell) => {
    const { code, out } = await run('completion', shell);
    expect(code).toBe(0);
    for (const word of ['corp', 'create', 'evidence', 'refund', 'grace-hours']) expect(out).toContain(word);
  });

  it('completes the arguments of a command', async () => {
    const { code, out } = await run('seal', 'auto', '--help');
    expect(code).toBe(0);
    expect(out).toContain('Usage: cinnabar seal auto on|off [options]');
    expect((await run('corp', 'set', '--help')).out).toContain(
      'Usage: cinnabar corp set NAME VALUE [options]',
    );
  });

  const complete = ['--name', '新公司', '--owner-name', '王小明', '--owner-mobile', '13800138000'];
  it.each([
    ['an unknown command', ['corp', 'delete'], 'there is no command "corp delete"'],
    ['an unknown option', ['migrate', '--jsno'], "Unknown option '--jsno'"],
    ['an argument too many', ['doctor', 'now'], "Unexpected argument 'now'"],
    ['an option without its value', ['corp', 'create', '--name'], "'--name <value>' argument missing"],
    ['a missing option', ['corp', 'create', '--name', '新公司'], '--owner-name is required'],
    ['an empty name', ['corp', 'create', ...complete, '--name', ' '], '--name is empty'],
    [
      'no mobile',
      ['corp', 'create', ...complete, '--owner-mobile', '110'],
      '--owner-mobile must be a mainland mobile',
    ],
    [
      'a wrong credit code',
      ['corp', 'create', ...complete, '--credit-code', '91330106MADEM0011F'],
      '--credit-code',
    ],
    [
      'identified without a code',
      ['corp', 'create', ...complete, '--identified'],
      '--identified needs --credit-code',
    ],
    [
      'a balance that is no number',
      ['corp', 'create', ...complete, '--contracts', 'ten'],
      '--contracts must be',
    ],
    ['no verdict', ['seal', 'review', '--corp', '1', '--seal', '2'], 'either --pass or --reject'],
    [
      'two verdicts',
      ['seal', 'review', '--corp', '1', '--seal', '2', '--pass', '--reject'],
      'either --pass or --reject',
    ],
    ['no seal', ['seal', 'suspend', '--corp', '1'], '--seal is required'],
    [
      'a seal that is no id',
      ['seal', 'resume', '--corp', '1', '--seal', 'x'],
      '--seal must be of type integer',
    ],
    ['no switch', ['seal', 'auto', '--author', '1'], 'one of on, off is required'],
    ['another switch', ['seal', 'auto', 'maybe', '--author', '1'], 'one of on, off is required'],
    ['two switches', ['seal', 'auto', 'on', 'off', '--author', '1'], "Unexpected argument 'off'"],
    ['a negative balance', ['corp', 'create', ...complete, '--contracts=-1'], '--contracts is out of range'],
  ])('refuses %s before it touches anything', async (_what, args, complaint) => {
    const { code, out, errors } = await run(...args);
    expect([code, out]).toEqual([2, '']);
    expect(errors).toContain(complaint);
  });

  it('names an invalid setting', async () => {
    const { code, errors } = await cinnabar(tmpdir(), { PORT: 'eighty' }, 'migrate');
    expect([code, errors]).toEqual([1, 'cinnabar migrate: PORT: must be an integer from 0 to 65535\n']);
  });
});
