import type { ReactNode } from 'react';

interface Props {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Whether lines separate it from what surrounds it. */
  readonly isFramed?: boolean;
}

/** A list of names and values. */
export function Facts({ facts, isFramed = true }: Props) {
  return (
    <dl className={`m-0 divide-y divide-n-200 ${isFramed ? 'mb-6 border-y border-n-200' : ''}`}>
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 py-3">
          <dt className="shrink-0 text-body text-n-500">{name}</dt>
          <dd className="figures m-0 text-right text-body text-n-900 names">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
