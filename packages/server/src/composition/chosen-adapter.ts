import type { Adapter } from '../providers/adapter.js';
import { InvalidSetting } from '../settings/invalid-setting.js';
import type { AdapterSettings } from './adapters.js';

/**
 * The first adapter whose settings are given; null if there is none.
 * @throws InvalidSetting if only some of an adapter's settings are given: falling back to another would go unnoticed
 */
export function chosenAdapter<Port>(
  registered: readonly Adapter<Port>[],
  given: AdapterSettings,
): Adapter<Port> | null {
  for (const adapter of registered) {
    if (Object.keys(adapter.settings).every((name) => given[name] === undefined)) continue;
    requireSettings(adapter, given);
    return adapter;
  }
  return null;
}

/** @throws InvalidSetting if a required one is missing */
export function requireSettings(
  { name: adapter, settings }: Pick<Adapter<unknown>, 'name' | 'settings'>,
  given: AdapterSettings,
): void {
  for (const [name, need] of Object.entries(settings)) {
    if (need !== 'optional' && given[name] === undefined) {
      throw new InvalidSetting(name, `is required for ${adapter}`);
    }
  }
}
