// node lint-openapi.mjs FOLDER DOCUMENT: prints the problems found by Redocly's recommended rules as JSON. The folder
// has its library; the command line is not used, because it sends usage data to its vendor.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const [folder, document] = process.argv.slice(2);
const require = createRequire(join(resolve(folder), 'package.json'));
const { createConfig, lintFromString } = await import(require.resolve('@redocly/openapi-core'));

const problems = await lintFromString({
  source: readFileSync(document, 'utf8'),
  absoluteRef: resolve(document),
  config: await createConfig({ extends: ['recommended'] }),
});
const told = problems.map(({ severity, ruleId, message, location }) => ({
  severity,
  ruleId,
  message,
  at: location.map(({ pointer }) => pointer),
}));
process.stdout.write(JSON.stringify(told));
