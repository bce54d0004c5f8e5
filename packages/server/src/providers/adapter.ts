/** An adapter to a provider, as registered in composition/adapters.ts. */
export interface Adapter<Port> {
  readonly name: string;
  /**
   * The settings that it reads, by environment variable. It is used if all required ones are given. Each adapter of a
   * port needs at least one setting of its own, so that they can be distinguished.
   */
  readonly settings: Readonly<Record<string, 'required' | 'optional'>>;
  /** @throws InvalidSetting */
  open(settings: Readonly<Record<string, string>>): Port;
}
