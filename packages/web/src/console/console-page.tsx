import { onDemand } from '../shared/components/on-demand.js';
import { ConsoleGate } from '../shared/console/console-gate.js';
import { useInPage } from '../shared/router/open-page.js';
import { ConsoleHome } from './console-home.js';

const ChooseCorp = onDemand(async () => ({ default: (await import('./choose-corp.js')).ChooseCorp }));

/** The console: the choice of an enterprise, and the sections of the one that the address names. */
export default function ConsolePage() {
  const corpId = useInPage((page) =>
    page !== null && 'corpId' in page.parameters ? page.parameters.corpId : null,
  );
  return (
    <ConsoleGate>
      {corpId === null ? <ChooseCorp /> : <ConsoleHome key={corpId} corpId={corpId} />}
    </ConsoleGate>
  );
}
