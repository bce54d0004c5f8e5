import type { Control } from './controls.js';

/** What the inputs of a control tell the desk. */
export interface FieldActs {
  readonly change: (control: Control, value: string) => void;
  readonly leave: (control: Control) => void;
  readonly focus: (control: Control) => void;
  /** Enter, in a field of one line. */
  readonly next: (control: Control) => void;
  readonly keepPicture: (control: Control, picture: string) => Promise<void>;
}
