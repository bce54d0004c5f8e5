import { ConsoleGate } from '../shared/console/console-gate.js';
import { useOpenPage } from '../shared/router/open-page.js';
import { ChooseCorp } from './choose-corp.js';
import { ConsoleHome } from './console-home.js';

/** The console: the choice of an enterprise, and the sections of the one that the address names. */
export default function ConsolePage() {
  const page = useOpenPage();
  const corpId = page !== null && 'corpId' in page.parameters ? page.parameters.corpId : null;
  return (
    <ConsoleGate>
      {corpId === null ? <ChooseCorp /> : <ConsoleHome key={corpId} corpId={corpId} />}
    </ConsoleGate>
  );
}
