import { acceptJoin, joinRequests } from '@cinnabar/api/operations/members.js';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { DataOf } from '../../api/wire.js';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { Sheet } from '../../shared/components/sheet.js';
import { momentInFigures } from '../../shared/format/dates.js';
import { maskedMobile } from '../../shared/format/masked-mobile.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useList, useRefresh } from '../shell/console-context.js';
import { useWords } from '../shell/error-words.js';
import { Empty, Failed, RowsSkeleton } from '../shell/states.js';
import { membersTexts } from './members-texts.js';

type Request = DataOf<typeof joinRequests>[number];

/** Verified persons who ask to become members. */
/** @param invite the other way in which somebody becomes a member */
export function JoinRequests({ invite }: { readonly invite: () => void }) {
  const t = useTexts(membersTexts);
  const listing = useList(joinRequests, { listPageSize: 100 });
  const [declined, setDeclined] = useState<Request | null>(null);
  if (listing.data === undefined) {
    return listing.error === null ? (
      <RowsSkeleton rows={3} />
    ) : (
      <Failed error={listing.error} retry={() => void listing.refetch()} what={t.requests} />
    );
  }
  if (listing.data.items.length === 0) {
    return (
      <Empty icon={CircleCheck} text={t.noRequests}>
        <Button onPress={invite}>{t.invite}</Button>
      </Empty>
    );
  }
  return (
    <>
      <ul className="m-0 list-none divide-y divide-n-200 border-b border-n-200 bg-n-0 p-0">
        {listing.data.items.map((request) => (
          <Line key={request.userId} request={request} decline={() => setDeclined(request)} />
        ))}
      </ul>
      {declined !== null && <DeclineSheet request={declined} close={() => setDeclined(null)} />}
    </>
  );
}

function useDecision() {
  const { door } = useConsole();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ request, accept }: { readonly request: Request; readonly accept: boolean }) =>
      door.act(acceptJoin, { userId: request.userId, accept }, crypto.randomUUID()),
    onSuccess: refresh,
  });
}

function Line({ request, decline }: { readonly request: Request; readonly decline: () => void }) {
  const t = useTexts(membersTexts);
  const words = useWords();
  const deciding = useDecision();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 lg:px-6">
      <span className="figures min-w-0 flex-1 basis-48">
        <bdi className="block text-desk font-medium names">{request.realName}</bdi>
        <span className="text-small text-n-500">
          {maskedMobile(request.mobile)} · {t.asked(momentInFigures(request.createTime))}
        </span>
        <ErrorLine text={deciding.error === null ? null : words(deciding.error)} />
      </span>
      <Button small look="danger" onPress={decline}>
        {t.decline}
      </Button>
      <Button
        small
        look="ink"
        busyLabel={deciding.isPending ? t.working : null}
        onPress={() => deciding.mutate({ request, accept: true })}
      >
        {t.accept}
      </Button>
    </li>
  );
}

function DeclineSheet({ request, close }: { readonly request: Request; readonly close: () => void }) {
  const t = useTexts(membersTexts);
  const words = useWords();
  const deciding = useDecision();
  return (
    <Sheet
      title={t.declineTitle}
      isOpen
      close={close}
      isHeld={deciding.isPending}
      footer={
        <Button
          look="dangerous"
          wide
          busyLabel={deciding.isPending ? t.working : null}
          onPress={() => deciding.mutate({ request, accept: false }, { onSuccess: close })}
        >
          {t.decline}
        </Button>
      }
    >
      <p className="mt-0 mb-4 text-body text-n-700">{t.declineText(request.realName)}</p>
      <ErrorLine text={deciding.error === null ? null : words(deciding.error)} />
    </Sheet>
  );
}
