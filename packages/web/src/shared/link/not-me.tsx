import { disownLink } from '@cinnabar/api/pages/link.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { Button } from '../components/button.js';
import { ErrorLine } from '../components/error-line.js';
import { refusalWords } from '../components/refusal-words.js';
import { Sheet } from '../components/sheet.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { linkTexts } from './link-texts.js';
import { openedLink } from './opened-link.js';

interface Props {
  readonly linkId: number;
  /** Masked. */
  readonly name: string;
  readonly wasTold: boolean;
}

/** For visitors who are not the person the link is for. */
export function NotMe({ linkId, name, wasTold }: Props) {
  const t = useTexts(linkTexts);
  const app = useTexts(commonTexts);
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const telling = useMutation({
    mutationFn: () => call(disownLink, { linkId }),
    onSuccess() {
      setOpen(false);
      void queries.invalidateQueries({ queryKey: openedLink(linkId).queryKey });
    },
  });
  if (wasTold || telling.isSuccess) {
    return (
      <p role="status" className="mt-6 mb-0 max-w-[440px] text-center text-small text-n-600">
        {t.toldSender}
      </p>
    );
  }
  return (
    <>
      <div className="mt-4">
        <Button look="quiet" small onPress={() => setOpen(true)}>
          {t.notMe}
        </Button>
      </div>
      <Sheet
        title={t.notMeTitle(name)}
        isOpen={isOpen}
        close={() => setOpen(false)}
        isHeld={telling.isPending}
        footer={
          <>
            <ErrorLine text={refusalWords(telling.error, app.offlineText)?.words ?? null} />
            <Button
              look="ink"
              wide
              busyLabel={telling.isPending ? t.telling : null}
              onPress={() => telling.mutate()}
            >
              {t.tellSender}
            </Button>
          </>
        }
      >
        <p className="m-0 text-body text-n-700">{t.notMeText}</p>
      </Sheet>
    </>
  );
}
