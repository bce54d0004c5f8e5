import type { SetupForm } from './setup-form.js';

/** What every step gets. */
export interface StepParts {
  readonly form: SetupForm;
  readonly change: (changed: Partial<SetupForm>) => void;
  /** Why the service has refused a field. */
  readonly errorAt: (field: string) => string | null;
}
