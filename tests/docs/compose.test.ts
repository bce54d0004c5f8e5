/** The compose files agree with the service and the image, and an installation need not change them. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import {
  type ComposeService,
  composeServices,
  environmentOf,
  settingsFile,
} from '../support/compose-file.js';
import { root, textOf } from '../support/documentation.js';
import { exampleSecrets } from '../support/example-secrets.js';
import { inImage } from '../support/image-environment.js';
import { outputOf, runSync } from '../support/programs.js';

const ONE_MACHINE = 'compose.yaml';
const PROCESSES = 'deploy/compose/compose.yaml';
const variables = { DATABASE_PASSWORD: '4f1c9a7be2d05836', BASE_URL: 'https://sign.example.com' };
const settingsTable = textOf('docs/operations.md');

let secrets: string;

beforeAll(() => {
  secrets = exampleSecrets();
});
afterAll(() => rmSync(secrets, { recursive: true, force: true }));

const configOf = (service: ComposeService, settings: string) =>
  readConfig(inImage(environmentOf(service, settings), secrets));

/** Those that run the image of the service. */
function processesOf(path: string): readonly ComposeService[] {
  const found = Object.values(composeServices(path, variables)).filter(({ image }) => image === 'cinnabar');
  expect(found.length, path).toBeGreaterThan(0);
  return found;
}

describe.each([ONE_MACHINE, PROCESSES])('%s', (path) => {
  it('passes the service existing settings only, and no secret by itself', () => {
    for (const { environment = {} } of processesOf(path)) {
      for (const [name, value] of Object.entries(environment)) {
        if (value !== '') expect(settingsTable).toContain(`| \`${name}\` |`);
        expect(name).not.toMatch(/^MASTER_KEY$|SECRET_ACCESS_KEY$/);
      }
    }
    expect(textOf(path)).not.toMatch(/\$\{\w*(PASSWORD|SECRET|KEY):-/);
  });

  it('runs the service without privileges, on a read-only file system, with its secrets as files', () => {
    for (const service of processesOf(path)) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        tmpfs: ['/tmp:size=2g'],
      });
      expect(service.user).toBeUndefined();
      expect(service.volumes).toContain('./secrets:/run/secrets/cinnabar:ro');
    }
    expect(textOf('Dockerfile')).toMatch(/^USER 10001$/m);
  });

  it('gives the service the time to finish what it is doing', () => {
    for (const service of processesOf(path)) {
      const { drainSeconds } = configOf(service, 'SMS_PROVIDERS=\nS3_ENDPOINT=\nBASE_URL=https://a.example');
      expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThanOrEqual(drainSeconds + 40);
    }
  });

  it('is resolved by docker-compose as it is here', { tags: ['docker-compose'] }, () => {
    const settings = [
      'SMS_PROVIDERS=tencent',
      'TENCENT_SMS_SIGN_NAME=示例 公司 # the sender',
      "SMTP_PASSWORD='a$b'",
    ].join('\n');
    const folder = mkdtempSync(join(tmpdir(), 'cinnabar-compose-'));
    writeFileSync(join(folder, 'compose.yaml'), textOf(path));
    const services = composeServices(path, variables);
    for (const { env_file } of Object.values(services)) {
      if (env_file !== undefined) writeFileSync(join(folder, env_file), settings);
    }
    const printed = outputOf('docker-compose', ['config'], {
      cwd: folder,
      // The settings of the tests would count before those of the file.
      env: { PATH: process.env['PATH'], ...variables },
    });
    rmSync(folder, { recursive: true });
    // It escapes dollar signs, as they stand in a compose file.
    const there: { readonly services: Readonly<Record<string, ComposeService>> } = parse(
      printed.replaceAll('$$', '$'),
    );
    const environments = (all: Readonly<Record<string, ComposeService>>) =>
      Object.fromEntries(Object.entries(all).map(([name, { environment = {} }]) => [name, environment]));
    const here = Object.entries(services).map(([name, service]) => {
      const text = service.env_file === undefined ? '' : settings;
      return [name, { ...service, environment: environmentOf(service, text) }] as const;
    });
    expect(environments(there.services)).toEqual(environments(Object.fromEntries(here)));
  });
});

describe('the compose file of one machine', () => {
  const [service] = processesOf(ONE_MACHINE);
  if (service === undefined) throw new Error('it does not run the service');

  it.each(['DATABASE_PASSWORD', 'BASE_URL'])('is refused without %s', (name) => {
    expect(() => composeServices(ONE_MACHINE, { ...variables, [name]: '' })).toThrow(name);
  });

  it('starts no sandbox by default, and publishes its port on this machine only', () => {
    expect(service.environment).toMatchObject({ MODE: 'production', ALLOW_PUBLIC_SANDBOX: 'false' });
    expect(service.ports).toEqual(['127.0.0.1:3000:3000']);
  });

  it('passes all of .env, such as real providers and a bucket, and decides what is the container’s own', () => {
    const lines = textOf('.env.example').replaceAll(/^# (S(3|TORAGE)\w*=)/gm, '$1');
    const providers = 'SMS_PROVIDERS=tencent\nIDENTITY_PROVIDERS=tencent\nTENCENT_SECRET_ID=example';
    const secret = '/run/secrets/cinnabar/s3-secret-access-key';
    const placed = lines.replaceAll('/etc/cinnabar/s3-secret', secret);
    const config = configOf(service, `${placed}\n${providers}`);
    expect(config.providers).toMatchObject({ SMS_PROVIDERS: ['tencent'], IDENTITY_PROVIDERS: ['tencent'] });
    expect(config.adapterSettings).toMatchObject({ TENCENT_SECRET_ID: 'example', S3_BUCKET: 'contracts' });
    expect(config).toMatchObject({
      ...{ storage: 's3', trustProxy: true, parserSandbox: 'required', trustUrl: 'http://sign.example.com' },
      ...{ host: '0.0.0.0', port: 3000, dataDir: '/data' },
      databaseUrl: `postgresql://cinnabar:${variables.DATABASE_PASSWORD}@database/cinnabar`,
    });
  });

  it('keeps the password of its database from the environment of the service, except in the address', () => {
    const environment = environmentOf(service, `DATABASE_PASSWORD=${variables.DATABASE_PASSWORD}`);
    expect(environment['DATABASE_PASSWORD']).toBe('');
    expect(textOf(ONE_MACHINE).match(/\$\{DATABASE_PASSWORD:\?/g)).toHaveLength(2);
  });

  it('and its secrets are neither in the repository nor in the image', () => {
    for (const name of ['.gitignore', '.dockerignore']) {
      expect(textOf(name)).toMatch(/^\.env$/m);
      expect(textOf(name)).toMatch(/^(\*\*\/secrets|secrets\/)$/m);
    }
  });
});

describe('the compose file of several processes', () => {
  const services = composeServices(PROCESSES);
  const settings = textOf('deploy/compose/settings.env');

  it('starts two web processes and a worker for production, with a bucket', () => {
    const configs = processesOf(PROCESSES).map((service) => {
      expect(settingsFile(PROCESSES, service)).toBe('deploy/compose/settings.env');
      return configOf(service, settings);
    });
    expect(configs.map(({ mode, storage, role }) => `${mode} ${storage} ${role}`)).toEqual([
      'production s3 web',
      'production s3 web',
      'production s3 worker',
    ]);
    expect(new Set(configs.map(({ masterKey, databaseUrl }) => `${masterKey} ${databaseUrl}`)).size).toBe(1);
  });

  it('has settings that exist, no secret among them, and none that the file decides', () => {
    const decided = Object.keys(services['web1']?.environment ?? {});
    const names = [...settings.matchAll(/^([A-Z][A-Z\d_]*)=/gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) {
      expect(settingsTable).toContain(`| \`${name}\` |`);
      expect(decided).not.toContain(name);
    }
    expect(names.filter((name) => /SECRET_KEY$|PASSWORD|MASTER_KEY$/.test(name))).toEqual([]);
  });

  it('reaches the web processes through the proxy alone, which knows them by their names', () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name]) => name)).toEqual(['proxy']);
    const proxy = services['proxy'];
    for (const volume of proxy?.volumes ?? []) {
      const [source = ''] = volume.split(':');
      if (source.startsWith('./secrets/')) continue;
      expect(existsSync(join(root, 'deploy/compose', source)), source).toBe(true);
    }
    const names = [...textOf('examples/haproxy.cfg').matchAll(/^ +server \w+ (\w+):(\d+)/gm)];
    expect(new Set(names.map(([, name, port]) => `${name}:${port}`))).toEqual(
      new Set(['web1:3000', 'web2:3000']),
    );
  });
});

test('HAProxy accepts its configuration, apart from the certificate', { tags: ['haproxy'] }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'cinnabar-haproxy-'));
  const config = join(folder, 'haproxy.cfg');
  writeFileSync(config, textOf('examples/haproxy.cfg').replace(/ ssl crt .*/, ''));
  const { status, stderr } = runSync('haproxy', ['-c', '-q', '-f', config]);
  rmSync(folder, { recursive: true });
  expect([status, stderr.toString()]).toEqual([0, '']);
});
