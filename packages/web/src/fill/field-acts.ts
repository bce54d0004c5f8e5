import type { Control } from './controls.js';

/** Callbacks from the input of a control to the desk. */
export interface FieldActs {
  readonly change: (control: Control, value: string) => void;
  readonly leave: (control: Control) => void;
  readonly focus: (control: Control) => void;
  /** Enter in a single-line field. */
  readonly next: (control: Control) => void;
  readonly keepPicture: (control: Control, picture: string) => Promise<void>;
}
