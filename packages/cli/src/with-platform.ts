import { readConfig } from '@cinnabar/server/settings/read-config.js';
import type { CliContext, Values } from './command.js';
import { openPlatform, type Platform } from './open-platform.js';

/** Result of a command, as JSON and as text. */
export interface Outcome {
  readonly json: unknown;
  readonly text: string;
}

/** Opens the platform for one change, prints the result, and always closes the platform. */
export async function withPlatform(
  values: Values,
  context: CliContext,
  work: (platform: Platform) => Promise<Outcome>,
): Promise<number> {
  const platform = await openPlatform(readConfig(context.environment), context);
  try {
    const { json, text } = await work(platform);
    context.stdout(values['json'] === true ? JSON.stringify(json, null, 2) : text);
    return 0;
  } finally {
    await platform.close();
  }
}
