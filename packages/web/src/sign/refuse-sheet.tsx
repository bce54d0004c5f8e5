import { contractRefuse } from '@cinnabar/api/operations/flows.js';
import { ReasonSheet } from '../shared/components/reason-sheet.js';
import { useLink } from '../shared/link/link-context.js';
import { useTexts } from '../shared/text/language.js';
import type { View } from './marks.js';
import { signTexts } from './sign-texts.js';

interface Props {
  readonly view: View;
  readonly close: () => void;
  readonly done: () => void;
}

/** Refusing ends the contract for all parties, so the sheet says so and requires a reason. */
export function RefuseSheet({ view, close, done }: Props) {
  const t = useTexts(signTexts);
  const link = useLink();
  return (
    <ReasonSheet
      title={t.refuseTitle}
      consequence={t.refuseConsequence}
      reasons={t.reasons.split('|')}
      act={t.refuseAct}
      close={close}
      run={async (refuseMsg) => {
        await link.call(contractRefuse, {
          flowId: view.flowId,
          refuseMsg,
        });
        done();
      }}
    />
  );
}
