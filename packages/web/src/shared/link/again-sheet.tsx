import type { EnteredLink, OpenedLink } from '@cinnabar/api/pages/link.js';
import { useQueryClient } from '@tanstack/react-query';
import type { Wire } from '../../api/wire.js';
import { Sheet } from '../components/sheet.js';
import { useTexts } from '../text/language.js';
import { linkTexts } from './link-texts.js';
import { SignIn } from './sign-in.js';

interface Props {
  readonly linkId: number;
  readonly opened: Wire<OpenedLink>;
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly enter: (entered: Wire<EnteredLink>) => void;
}

/** Requests the code again over a page whose session has expired. */
export default function AgainSheet({ linkId, opened, isOpen, close, enter }: Props) {
  const t = useTexts(linkTexts);
  const queries = useQueryClient();
  return (
    <Sheet title={t.againTitle} isOpen={isOpen} close={close}>
      <p className="mt-0 mb-4 text-body text-n-600">{t.againText}</p>
      <SignIn
        linkId={linkId}
        opened={opened}
        enter={(again) => {
          enter(again);
          close();
          void queries.invalidateQueries();
        }}
      />
    </Sheet>
  );
}
