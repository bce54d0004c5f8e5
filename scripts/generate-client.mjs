// npm run client -- python [FOLDER]: generates a client in another language from the OpenAPI document with OpenAPI
// Generator. Requires Java 8 or newer. Downloads the generator and the converter to OpenAPI 3.0; OPENAPI_TOOLS names a
// folder that caches them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openApi } from '@cinnabar/api/openapi/openapi.js';
import { registry } from '@cinnabar/api/registry.js';
import { forGenerators } from './clients/openapi-for-generators.mjs';

const TOOLS = ['@openapitools/openapi-generator-cli@1.0.18-4.3.1', '@apiture/openapi-down-convert@0.14.2'];
const JAVA = [
  'invokerPackage=cn.cinnabar.client',
  'apiPackage=cn.cinnabar.client.api',
  'modelPackage=cn.cinnabar.client.model',
  // The default date library is for Java 7.
  'dateLibrary=java8',
  'hideGenerationTimestamp=true',
];
const languages = {
  python: ['-g', 'python', '--additional-properties=packageName=cinnabar_client'],
  java: ['-g', 'java', '--library', 'okhttp-gson', `--additional-properties=${JAVA}`],
};

const [language, folder = `examples/generated/client-${language}`] = process.argv.slice(2);
if (!Object.hasOwn(languages, language ?? '')) {
  console.error(`usage: npm run client -- ${Object.keys(languages).join('|')} [FOLDER]`);
  process.exit(2);
}

const work = mkdtempSync(join(tmpdir(), 'cinnabar-client-'));
try {
  const tools = resolve(process.env.OPENAPI_TOOLS ?? join(work, 'tools'));
  if (!existsSync(join(tools, 'node_modules'))) fetchTools(tools);
  const document = join(work, 'openapi.json');
  writeFileSync(document, JSON.stringify(convert(tools)));
  generate(tools, document, resolve(folder));
  console.log(`the client is in ${folder}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function fetchTools(into) {
  mkdirSync(into, { recursive: true });
  run('npm', ['install', '--prefix', into, '--silent', '--no-audit', '--no-fund', ...TOOLS]);
}

function convert(tools) {
  const { Converter } = createRequire(join(tools, 'package.json'))('@apiture/openapi-down-convert');
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const about = { baseUrl: 'http://127.0.0.1:3000', version };
  return new Converter(forGenerators(openApi(registry, about)), { verbose: false }).convert();
}

function generate(tools, document, into) {
  const jar = join(tools, 'node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar');
  // Its validator supports OpenAPI 3.0.0 only, and rejects keywords introduced by 3.0.3.
  const what = ['-i', document, '-o', into, '--skip-validate-spec', ...languages[language]];
  // It runs for seconds, in which the optimising compiler takes more time than it saves.
  const java = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
  const quiet = '-Dorg.slf4j.simpleLogger.defaultLogLevel=error';
  run('java', [...java, quiet, '-jar', jar, 'generate', ...what]);
}

function run(program, args) {
  const { status, error } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
}
