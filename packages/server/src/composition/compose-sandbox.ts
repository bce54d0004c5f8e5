/** The only module that loads sandbox/. In production it is loaded only if a setting names one of its adapters. */

import type { Sandbox, SandboxParts } from '../sandbox/index.js';
import type { Config } from '../settings/config.js';
import { providerKinds } from './choose-providers.js';

export async function loadSandbox(config: Config, parts: SandboxParts): Promise<Sandbox | null> {
  if (config.mode === 'production' && providerKinds(config).pay !== 'sandbox') return null;
  const { openSandbox } = await import('../sandbox/index.js');
  return openSandbox(parts);
}
