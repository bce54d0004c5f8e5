import type { EnteredMine } from '@cinnabar/api/pages/mine.js';
import { eraseMyData, exportMyData, viewMyData } from '@cinnabar/api/pages/my-data.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, callForFile } from '../api/call.js';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { Sheet } from '../shared/components/sheet.js';
import { saveFile } from '../shared/save-file.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { DataProof } from './data-proof.js';
import { isComplete, NO_PROOF, sentProof } from './given-proof.js';
import { myDataTexts } from './my-data-texts.js';

interface Props {
  readonly entered: EnteredMine;
  readonly close: () => void;
}

function useView({ session }: EnteredMine) {
  return useQuery({
    queryKey: ['mine', 'data', session],
    queryFn: () => call(viewMyData, {}, { personSession: session }),
    refetchOnMount: 'always',
  });
}

/** A copy of everything that is stored about the person, as a ZIP file. */
export function ExportSheet({ entered, close }: Props) {
  const t = useTexts(myDataTexts);
  const app = useTexts(commonTexts);
  const viewing = useView(entered);
  const needsFactor = viewing.data?.needsFactor ?? false;
  const [proof, setProof] = useState(NO_PROOF);
  const exporting = useMutation({
    mutationFn: async () =>
      saveFile(await callForFile(exportMyData, sentProof(proof), { personSession: entered.session })),
    onSuccess: close,
    onError: () => setProof(NO_PROOF),
  });
  return (
    <Sheet
      title={t.exportTitle}
      isOpen
      close={close}
      isHeld={exporting.isPending}
      footer={
        <>
          <ErrorLine text={refusalWords(exporting.error ?? viewing.error, app.offlineText)?.words ?? null} />
          <Button
            look="ink"
            wide
            isDisabled={viewing.data === undefined || !isComplete(proof, needsFactor)}
            busyLabel={exporting.isPending ? t.exporting : null}
            onPress={() => exporting.mutate()}
          >
            {t.export}
          </Button>
        </>
      }
    >
      <p className="m-0 mb-4 text-body text-n-700">{t.exportText}</p>
      <DataProof entered={entered} act="export" needsFactor={needsFactor} proof={proof} change={setProof} />
    </Sheet>
  );
}

/** The end of the account. What is in the way is named before anything is asked. */
export function EraseSheet({ entered, close, left }: Props & { readonly left: () => void }) {
  const t = useTexts(myDataTexts);
  const app = useTexts(commonTexts);
  const viewing = useView(entered);
  const [proof, setProof] = useState(NO_PROOF);
  const erasing = useMutation({
    mutationFn: () => call(eraseMyData, sentProof(proof), { personSession: entered.session }),
    onError() {
      setProof(NO_PROOF);
      void viewing.refetch();
    },
  });
  const view = viewing.data;
  const isBound = view !== undefined && view.reasons.length > 0;
  if (erasing.isSuccess) {
    return (
      <Sheet
        title={t.erasedTitle}
        isOpen
        close={left}
        footer={
          <Button look="ink" wide onPress={left}>
            {t.leave}
          </Button>
        }
      >
        <p className="m-0 text-body text-n-700">{t.erasedText(erasing.data.keptContracts.length)}</p>
      </Sheet>
    );
  }
  return (
    <Sheet
      title={t.eraseTitle}
      isOpen
      close={close}
      isHeld={erasing.isPending}
      footer={
        <>
          <ErrorLine text={refusalWords(erasing.error ?? viewing.error, app.offlineText)?.words ?? null} />
          <Button
            look="dangerous"
            wide
            isDisabled={view === undefined || isBound || !isComplete(proof, view.needsFactor)}
            busyLabel={erasing.isPending ? t.erasing : null}
            onPress={() => erasing.mutate()}
          >
            {t.erase}
          </Button>
        </>
      }
    >
      {isBound ? (
        <>
          <p className="m-0 mb-2 text-body text-n-700">{t.boundText}</p>
          <ul className="m-0 pl-5 text-body text-n-900">
            {view.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p className="m-0 mb-2 text-body text-n-700">{t.eraseText}</p>
          <p className="m-0 mb-4 text-body text-n-700">{t.staysText(view?.keptContracts.length ?? 0)}</p>
          <DataProof
            entered={entered}
            act="erase"
            needsFactor={view?.needsFactor ?? false}
            proof={proof}
            change={setProof}
          />
        </>
      )}
    </Sheet>
  );
}
