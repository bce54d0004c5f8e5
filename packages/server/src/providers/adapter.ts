/** An adapter to a provider, as composition/adapters.ts registers it. */
export interface Adapter<Port> {
  readonly name: string;
  /**
   * The settings that it reads, by their names in the environment. It is used where all that are required are given;
   * so that two adapters of a port can be told apart, each needs at least one of its own.
   */
  readonly settings: Readonly<Record<string, 'required' | 'optional'>>;
  /** @throws InvalidSetting */
  open(settings: Readonly<Record<string, string>>): Port;
}
