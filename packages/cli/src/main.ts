import { existsSync } from 'node:fs';
import { takeEnvironment } from '@cinnabar/server/settings/take-environment.js';
import { runCommandLine } from './command-line.js';

if (existsSync('.env')) process.loadEnvFile('.env');
process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: takeEnvironment(process.env),
  stdout: (text) => process.stdout.write(`${text}\n`),
  stderr: (text) => process.stderr.write(`${text}\n`),
});
