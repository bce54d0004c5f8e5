import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../settings/read-config.js';
import { takeEnvironment } from '../settings/take-environment.js';
import { buildApp } from './app.js';

function fail(error: unknown): never {
  process.stderr.write(`cinnabar: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(takeEnvironment(process.env));
  const app = await buildApp(config, { onFatal: fail, demoData: true });
  let stopping = false;
  const stop = (): void => {
    // A second signal exits at once.
    if (stopping) process.exit(1);
    stopping = true;
    void app.close().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const address = await app.listen();
  const demoFile = join(config.dataDir, 'demo.json');
  process.stdout.write(
    `Cinnabar (${config.mode}) listens on ${address}\n` +
      `The interface: ${config.baseUrl}/openapi.json\n` +
      (config.mode === 'sandbox' && existsSync(demoFile) ? `Demo credentials: ${demoFile}\n` : ''),
  );
} catch (error) {
  fail(error);
}
