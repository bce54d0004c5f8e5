import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CustodyError } from '../custody/custody-error.js';
import { DatabaseError } from '../database/database-error.js';
import { describeError } from '../http/log.js';
import { programVersion } from '../operation/program-version.js';
import type { Config } from '../settings/config.js';
import { InvalidSetting } from '../settings/invalid-setting.js';
import { readConfig } from '../settings/read-config.js';
import { takeEnvironment } from '../settings/take-environment.js';
import { announce } from './announce.js';
import { type App, buildApp } from './app.js';
import type { GivenEnvironment } from './known-settings.js';

function fail(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  const details = isExpected(error) ? {} : { err: describeError(error) };
  const stack = isExpected(error) || !(error instanceof Error) ? message : (error.stack ?? message);
  announce(process.stderr, { level: 'fatal', message, details, text: `cinnabar: ${stack}` });
  process.exit(1);
}

/** Reasons that the operator can remedy: the message says how, and a stack would only hide it. */
function isExpected(error: unknown): boolean {
  return error instanceof InvalidSetting || error instanceof DatabaseError || error instanceof CustodyError;
}

/** Node's own warnings, which are not JSON. */
function tellWarnings(): void {
  if (process.stderr.isTTY) return;
  process.removeAllListeners('warning');
  process.on('warning', (warning) => announce(process.stderr, { level: 'warn', message: String(warning) }));
}

function stopOnSignals(app: App): void {
  let stopping = false;
  const stop = (): void => {
    // A second signal exits at once.
    if (stopping) process.exit(1);
    stopping = true;
    void app.close().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function tellAddress({ mode, baseUrl, dataDir }: Config, address: string): void {
  const openapi = `${baseUrl}/openapi.json`;
  const login = `${mode === 'sandbox' ? nameOf(baseUrl) : baseUrl}/login`;
  const demo = join(dataDir, 'demo.json');
  const demoFile = mode === 'sandbox' && existsSync(demo) ? demo : null;
  announce(process.stdout, {
    level: 'info',
    message: `Cinnabar (${mode}) listens on ${address} with version ${programVersion()}`,
    details: { mode, address, login, openapi, ...(demoFile === null ? {} : { demoFile }) },
    text: [
      `Cinnabar (${mode}) listens on ${address}`,
      `The console: ${login}`,
      `The interface: ${openapi}`,
      ...(demoFile === null ? [] : [`Demo credentials: ${demoFile}`]),
    ].join('\n'),
  });
}

/** Only whoever reads the log learns the code. */
function tellSetup({ baseUrl }: Config, code: string | null): void {
  if (code === null) return;
  const setup = `${baseUrl}/setup`;
  announce(process.stdout, {
    level: 'info',
    message: `This service has no operator yet: open ${setup} and enter the setup code ${code}`,
    details: { setup },
  });
}

/** The same address by name, for which browsers offer passkeys. */
function nameOf(baseUrl: string): string {
  return baseUrl.replace(/^(https?:\/\/)(?:127\.0\.0\.1|\[::1\])(?=[:/]|$)/, '$1localhost');
}

function readEnvironment(): GivenEnvironment {
  const before = new Set(Object.keys(process.env));
  if (existsSync('.env')) process.loadEnvFile('.env');
  const values = takeEnvironment(process.env);
  return { values, fromFile: new Set(Object.keys(values).filter((name) => !before.has(name))) };
}

async function listen(app: App): Promise<string> {
  try {
    return await app.listen();
  } catch (error) {
    await app.close();
    throw error;
  }
}

process.on('uncaughtException', fail);
tellWarnings();
try {
  const given = readEnvironment();
  const config = readConfig(given.values);
  const app = await buildApp(config, { onFatal: fail, demoData: true, given });
  stopOnSignals(app);
  tellAddress(config, await listen(app));
  tellSetup(config, await app.setupCode());
} catch (error) {
  fail(error);
}
