import type { ReactNode } from 'react';

interface Props {
  /** Rows without a value are omitted. */
  readonly rows: readonly (readonly [name: string, value: ReactNode | null])[];
}

/** Names on the left, values on the right. */
export function Rows({ rows }: Props) {
  return (
    <dl className="m-0 mb-3 grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1 text-small">
      {rows
        .filter(([, value]) => value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="max-w-32 text-n-500">{name}</dt>
            <dd className="figures m-0 min-w-0 text-n-900 names">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  );
}
