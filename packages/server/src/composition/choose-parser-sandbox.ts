import { chooseContainment } from '@cinnabar/pdf/containment/choose-containment.js';
import type { Containment } from '@cinnabar/pdf/containment/containment.js';
import type { Logger } from 'pino';
import { type Config, InvalidSetting } from '../settings/config.js';

/**
 * Selects the isolation of parsers of untrusted files by the settings.
 * @throws InvalidSetting if it is required and unavailable
 */
export async function chooseParserSandbox(config: Config, log: Pick<Logger, 'warn'>): Promise<Containment> {
  const containment = await chooseContainment(config.parserSandbox, config.dataDir);
  if (containment.kind !== 'none') return containment;
  if (config.parserSandbox === 'required')
    throw new InvalidSetting(
      'PARSER_SANDBOX',
      `no parser sandbox works on this machine (${containment.reason.en})`,
    );
  log.warn(
    { reason: containment.reason.en },
    'parsers of strangers\' files are not kept apart: see "cinnabar doctor"',
  );
  return containment;
}
