import { type ComponentType, lazy, type ReactNode } from 'react';
import { PageSkeleton } from '../shared/components/skeleton.js';

type Load = () => Promise<{ readonly default: ComponentType }>;

const LinkGate = lazy(() => import('../shared/link/link-gate.js'));

/**
 * A page that is opened by a link. On a slow line its scripts take longer than those of the gate, so that they are loaded
 * while the visitor asks for the code and types it.
 */
export function behindGate(load: Load, loading: ReactNode = <PageSkeleton />): ComponentType {
  const Page = lazy(load);
  return () => (
    <LinkGate prepare={load} loading={loading}>
      <Page />
    </LinkGate>
  );
}
