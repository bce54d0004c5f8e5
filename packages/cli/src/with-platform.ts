import { readConfig } from '@cinnabar/server/settings/config.js';
import type { Surroundings, Values } from './command.js';
import { openPlatform, type Platform } from './open-platform.js';

/** What a command has done: for programs, and for people. */
export interface Outcome {
  readonly json: unknown;
  readonly text: string;
}

/** Opens the platform for one change, prints what came of it, and closes the platform whatever happens. */
export async function withPlatform(
  values: Values,
  surroundings: Surroundings,
  work: (platform: Platform) => Promise<Outcome>,
): Promise<number> {
  const platform = await openPlatform(readConfig(surroundings.environment), surroundings);
  try {
    const { json, text } = await work(platform);
    surroundings.print(values['json'] === true ? JSON.stringify(json, null, 2) : text);
    return 0;
  } finally {
    await platform.close();
  }
}
