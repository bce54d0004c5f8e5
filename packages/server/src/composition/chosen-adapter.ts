import type { Adapter, AdapterSettings, SettingNeed } from '../providers/adapter.js';
import { InvalidSetting } from '../settings/invalid-setting.js';

/**
 * The adapters that a setting names, in its order.
 * @throws InvalidSetting if there is no such adapter, or one lacks a setting: asking only the others would go unnoticed
 */
export function chosenAdapters<Port>(
  registered: readonly Adapter<Port>[],
  { setting, names, given }: { setting: string; names: readonly string[]; given: AdapterSettings },
): readonly Adapter<Port>[] {
  return names.map((name) => {
    const adapter = registered.find((each) => each.name === name);
    if (adapter === undefined) {
      const known = registered.map((each) => each.name).join(', ');
      throw new InvalidSetting(setting, `there is no provider ${name}; known are: ${known || 'none'}`);
    }
    requireSettings(adapter, given);
    return adapter;
  });
}

/** @throws InvalidSetting if a required one is missing */
export function requireSettings(
  {
    name: adapter,
    settings,
  }: { readonly name: string; readonly settings: Readonly<Record<string, SettingNeed>> },
  given: AdapterSettings,
): void {
  for (const [name, need] of Object.entries(settings)) {
    if (!need.startsWith('optional') && given[name] === undefined) {
      throw new InvalidSetting(name, `is required for ${adapter}`);
    }
  }
}
