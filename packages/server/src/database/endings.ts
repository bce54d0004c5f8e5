/** What ends soon of one kind. */
export interface Endings {
  readonly count: number;
  /** null: nothing of this kind ends. */
  readonly soonest: Date | null;
}
