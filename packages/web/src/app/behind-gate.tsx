import type { ComponentType, ReactNode } from 'react';
import { onDemand } from '../shared/components/on-demand.js';
import { PageSkeleton } from '../shared/components/skeleton.js';

const LinkGate = onDemand(() => import('../shared/link/link-gate.js'), <PageSkeleton />);

/**
 * A page that is opened by a link. On a slow line its scripts take longer than those of the gate, so that they are loaded
 * while the visitor asks for the code and types it.
 */
export function behindGate(
  importFile: () => Promise<{ readonly default: ComponentType }>,
  placeholder: ReactNode = <PageSkeleton />,
): ComponentType {
  const Page = onDemand(importFile, placeholder);
  return () => (
    <LinkGate prepare={Page.load}>
      <Page />
    </LinkGate>
  );
}
