import { readConfig } from '@cinnabar/server/settings/read-config.js';
import type { CliContext, Values } from './command.js';
import { openPlatform, type Platform } from './open-platform.js';

/** Result of a command, for programs and for people. */
export interface Outcome {
  readonly json: unknown;
  readonly text: string;
}

/** Opens the platform for one change, prints the outcome of it, and closes the platform whatever happens. */
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
