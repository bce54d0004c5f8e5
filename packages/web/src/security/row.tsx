import { type ReactNode, useId } from 'react';

interface GroupProps {
  readonly title: string;
  readonly lead?: string;
  /** Beside the title. */
  readonly aside?: ReactNode;
  /** Above the rows. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** Settings that belong together, as rows of one card. */
export function Group({ title, lead, aside, note, children }: GroupProps) {
  const id = useId();
  return (
    <section className="mb-8" aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="m-0 text-title font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {lead !== undefined && <p className="m-0 mb-3 text-body text-n-600">{lead}</p>}
      {note}
      <div className="divide-y divide-n-200 rounded-card border border-n-200 bg-n-0">{children}</div>
    </section>
  );
}

interface RowProps {
  readonly name: ReactNode;
  readonly text?: ReactNode;
  /** Buttons. */
  readonly children?: ReactNode;
}

/** One setting: what it is, its state, and what can be done. */
export function Row({ name, text, children }: RowProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 lg:px-6">
      <div className="min-w-48 flex-1">
        <p className="m-0 text-body font-medium names">{name}</p>
        {text !== undefined && <p className="m-0 mt-0.5 text-small text-n-600">{text}</p>}
      </div>
      {children !== undefined && <div className="flex flex-wrap gap-2">{children}</div>}
    </div>
  );
}
