import type { ReactNode } from 'react';

interface Props {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** A list of names and values. */
export function Facts({ facts }: Props) {
  return (
    <dl className="m-0 mb-6 divide-y divide-n-200 border-y border-n-200">
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
