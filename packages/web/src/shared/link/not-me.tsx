import { disownLink } from '@cinnabar/api/pages/link.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { Button } from '../components/button.js';
import { onDemand } from '../components/on-demand.js';
import { useWas } from '../components/use-was.js';
import { useTexts } from '../text/language.js';
import { linkTexts } from './link-texts.js';
import { openedLink } from './opened-link.js';

const NotMeSheet = onDemand(() => import('./not-me-sheet.js'));

interface Props {
  readonly linkId: number;
  /** Masked. */
  readonly name: string;
  readonly wasTold: boolean;
}

/** For visitors who are not the person the link is for. */
export function NotMe({ linkId, name, wasTold }: Props) {
  const t = useTexts(linkTexts);
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useWas(isOpen);
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
      {wasOpen && <NotMeSheet name={name} telling={telling} isOpen={isOpen} close={() => setOpen(false)} />}
    </>
  );
}
