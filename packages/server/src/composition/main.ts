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
  const demo = join(dataDir, 'demo.json');
  const demoFile = mode === 'sandbox' && existsSync(demo) ? demo : null;
  announce(process.stdout, {
    level: 'info',
    message: `Cinnabar (${mode}) listens on ${address} with version ${programVersion()}`,
    details: { mode, address, openapi, ...(demoFile === null ? {} : { demoFile }) },
    text: [
      `Cinnabar (${mode}) listens on ${address}`,
      `The interface: ${openapi}`,
      ...(demoFile === null ? [] : [`Demo credentials: ${demoFile}`]),
    ].join('\n'),
  });
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
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(takeEnvironment(process.env));
  const app = await buildApp(config, { onFatal: fail, demoData: true });
  stopOnSignals(app);
  tellAddress(config, await listen(app));
} catch (error) {
  fail(error);
}
