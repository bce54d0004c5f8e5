import { chooseContainment } from '@cinnabar/pdf/containment/choose-containment.js';
import { checkAll } from '@cinnabar/server/composition/checks/check-all.js';
import type { Finding } from '@cinnabar/server/composition/checks/finding.js';
import { checkKeyStores } from '@cinnabar/server/composition/checks/key-stores.js';
import { checkNode } from '@cinnabar/server/composition/checks/node.js';
import { checkProviders } from '@cinnabar/server/composition/checks/providers.js';
import { checkSettings } from '@cinnabar/server/composition/checks/settings.js';
import { type ToldFinding, tellFinding } from '@cinnabar/server/operation/self-check.js';
import type { Config } from '@cinnabar/server/settings/config.js';
import { checkDatabase } from './check-database.js';
import { type Command, jsonOption } from './command.js';

export const doctor: Command = {
  name: 'doctor',
  summary: 'Checks all settings and providers, and reports problems with their remedies. Changes nothing.',
  options: { json: jsonOption },
  async run(values, context) {
    const { config, findings: aboutSettings } = checkSettings(context.environment);
    const found = [
      checkNode(process.versions.node),
      ...aboutSettings,
      ...(config === null ? [] : await checkBeside(config)),
    ];
    const findings = found.map((finding) => tellFinding(finding, 'en'));
    context.stdout(values['json'] === true ? toJson(findings) : findings.map(line).join('\n'));
    return findings.some(({ status }) => status === 'error') ? 1 : 0;
  },
};

async function checkBeside(config: Config): Promise<readonly Finding[]> {
  return checkAll(config, {
    containment: await chooseContainment(config.parserSandbox, config.dataDir),
    database: () => checkDatabase(config),
    providers: () => checkProviders(config),
    keyStores: () => checkKeyStores(config),
  });
}

function toJson(findings: readonly ToldFinding[]): string {
  const healthy = findings.every(({ status }) => status !== 'error');
  return JSON.stringify({ healthy, findings }, null, 2);
}

function line({ status, check, message, remedy }: ToldFinding): string {
  const first = `${status.padEnd(5)}  ${check.padEnd(16)}  ${message}`;
  return remedy === null ? first : `${first}\n${' '.repeat(25)}-> ${remedy}`;
}
