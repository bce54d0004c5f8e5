/** An adapter to a provider, as registered in composition/adapters.ts. */
export interface Adapter<Port> {
  readonly name: string;
  /**
   * The settings that it reads, by environment variable. It is used if all required ones are given. Each adapter of a
   * port needs at least one setting of its own, so that they can be distinguished. A secret is required, and can be
   * given by a file, as `<name>_FILE`.
   */
  readonly settings: Readonly<Record<string, 'required' | 'optional' | 'secret'>>;
  /** @throws InvalidSetting */
  open(settings: Readonly<Record<string, string>>): Port;
}
