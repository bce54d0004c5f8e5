import type { ReactNode } from 'react';
import { useId } from 'react';

interface Props {
  readonly name: string;
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

/** What is entered of one party: fields of the same names are told apart by its name. */
export function PartyCard({ name, beside, children }: Props) {
  const id = useId();
  return (
    <li className="rounded-card bg-n-0 shadow-paper">
      <section aria-labelledby={id} className="flow-root px-4 pt-4">
        <div className="mb-2 flex items-center">
          <h2 id={id} className="m-0 flex-1 text-desk font-semibold names">
            <bdi>{name}</bdi>
          </h2>
          {beside}
        </div>
        {children}
      </section>
    </li>
  );
}
