import { FlowStatus } from '@cinnabar/api/enums.js';
import { contractInfo } from '@cinnabar/api/operations/flow-read.js';
import { verifyFile } from '@cinnabar/api/pages/verify.js';
import { useQuery } from '@tanstack/react-query';
import { callWithFile } from '../api/call.js';
import type { DataOf } from '../api/wire.js';
import { Button } from '../shared/components/button.js';
import { ownPicture } from '../shared/document/own-picture.js';
import { useTexts } from '../shared/text/language.js';
import { useDesignerDoor } from './designer-door.js';
import { trialTexts } from './trial-texts.js';
import { type FlowId, isEnded, useTrialTask } from './use-trial-task.js';

/** How the contract of a test run ends: its signed files, verified as anybody can verify them. */
export function TrialEnd({ flowId }: { readonly flowId: FlowId }) {
  const t = useTexts(trialTexts);
  const door = useDesignerDoor();
  const task = useTrialTask(flowId);
  const isCompleted = task?.flowStatus === FlowStatus.completed;
  const verified = useQuery({
    queryKey: [...door.scope, 'trialFiles', flowId],
    queryFn: async () => {
      const files = await door.call(contractInfo, { flowId });
      return Promise.all(files.map(verifiedFile));
    },
    enabled: isCompleted,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (task === undefined) return null;
  if (!isCompleted) {
    return (
      <p role="status" className="mt-2 mb-0 text-small text-n-600">
        {isEnded(task) ? t.endedOtherwise : t.unfinished}
      </p>
    );
  }
  return (
    <section aria-label={t.completed} className="mt-2 text-small">
      <p role="status" className="m-0 font-medium text-n-900">
        {verified.isError ? t.notVerified : verified.data === undefined ? t.verifying : t.completed}
      </p>
      {verified.isError && (
        <Button small look="link" onPress={() => void verified.refetch()}>
          {t.again}
        </Button>
      )}
      <ul className="m-0 list-none p-0">
        {(verified.data ?? []).map(({ name, address, conclusion, signatures }) => {
          const isTrusted = conclusion === 'trusted';
          return (
            <li key={address} className="figures flex min-h-11 flex-wrap items-center gap-x-2 names">
              <a href={address} target="_blank" rel="noreferrer">
                <bdi>{name}</bdi>
              </a>
              <span className={isTrusted ? 'text-success' : 'text-danger'}>
                {isTrusted ? t.trusted(signatures) : t.untrusted}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

async function verifiedFile({ fileUrl, fileName }: DataOf<typeof contractInfo>[number]) {
  const address = ownPicture(fileUrl);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the file could not be read: ${answer.status}`);
  const file = new File([await answer.blob()], fileName, { type: 'application/pdf' });
  const { conclusion, signatures } = await callWithFile(verifyFile, file, () => undefined);
  return {
    name: fileName,
    address,
    conclusion,
    signatures: signatures.filter(({ kind }) => kind === 'signature').length,
  };
}
