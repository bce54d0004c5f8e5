import { chooseContainment } from '@cinnabar/pdf/containment/choose-containment.js';
import type { Config } from '@cinnabar/server/settings/config.js';
import { checkDataDir } from './checks/data-dir.js';
import { checkDatabase } from './checks/database.js';
import type { Finding } from './checks/finding.js';
import { checkFonts } from './checks/fonts.js';
import { checkNode } from './checks/node.js';
import { checkOffice } from './checks/office.js';
import { checkParsers } from './checks/parsers.js';
import { checkProviders } from './checks/providers.js';
import { checkRenderer } from './checks/renderer.js';
import { checkRunningProviders } from './checks/running-providers.js';
import { checkService } from './checks/service.js';
import { checkSettings } from './checks/settings.js';
import { checkSignatureTrust } from './checks/signature-trust.js';
import { checkStorage } from './checks/storage.js';
import { checkTimestamps } from './checks/timestamps.js';
import { type Command, jsonOption } from './command.js';

export const doctor: Command = {
  name: 'doctor',
  summary: 'Checks all settings and providers, and reports problems with their remedies. Changes nothing.',
  options: { json: jsonOption },
  async run(values, context) {
    const { config, findings: aboutSettings } = checkSettings(context.environment);
    const findings = [
      checkNode(process.versions.node),
      ...aboutSettings,
      ...(config === null ? [] : await checkAll(config)),
    ];
    context.stdout(values['json'] === true ? toJson(findings) : findings.map(line).join('\n'));
    return findings.some(({ status }) => status === 'error') ? 1 : 0;
  },
};

async function checkAll(config: Config): Promise<readonly Finding[]> {
  const containment = await chooseContainment(config.parserSandbox, config.dataDir);
  return [
    ...(await checkDataDir(config.dataDir)),
    ...(await checkStorage(config)),
    ...(await checkDatabase(config)),
    ...(await checkProviders(config)),
    checkFonts(config.fontDir),
    checkParsers(config, containment),
    await checkRenderer(containment),
    await checkOffice(config, containment),
    ...(await checkTimestamps(config)),
    await checkSignatureTrust(config, new Date()),
    await checkService(config),
    ...(await checkRunningProviders(config)),
  ];
}

function toJson(findings: readonly Finding[]): string {
  const healthy = findings.every(({ status }) => status !== 'error');
  return JSON.stringify({ healthy, findings }, null, 2);
}

function line({ status, check, message, remedy }: Finding): string {
  const first = `${status.padEnd(5)}  ${check.padEnd(16)}  ${message}`;
  return remedy === null ? first : `${first}\n${' '.repeat(25)}-> ${remedy}`;
}
