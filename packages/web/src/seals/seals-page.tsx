import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { DeskLayout } from '../shared/components/desk-layout.js';
import { PageHeader } from '../shared/components/page-header.js';
import { useLink } from '../shared/link/link-context.js';
import { goWithin, useOpenPage } from '../shared/router/open-page.js';
import { NewSeal } from '../shared/seals/new-seal.js';
import { SealDetail } from '../shared/seals/seal-detail.js';
import { CurrentSealDoor, type FrameProps, type SealDoor } from '../shared/seals/seal-door.js';
import { SealList } from './seal-list.js';

/** The seals of an enterprise by a link: the list, one seal, or a new one. */
export default function SealsPage() {
  return (
    <ByLink>
      <Seals />
    </ByLink>
  );
}

function ByLink({ children }: { readonly children: ReactNode }) {
  const link = useLink();
  const queries = useQueryClient();
  const door = useMemo<SealDoor>(() => {
    const scope = ['seals', link.linkId];
    return {
      scope,
      corpName: link.opened.corpName ?? '',
      call: link.call,
      upload: link.upload,
      changed: () => queries.invalidateQueries({ queryKey: scope }),
      Frame: LinkFrame,
      toAutomatic: null,
    };
  }, [link, queries]);
  return <CurrentSealDoor value={door}>{children}</CurrentSealDoor>;
}

function LinkFrame({ title, note, back, headingRef, isForm = false, children, over }: FrameProps) {
  return (
    <DeskLayout
      isScrolled={!isForm}
      header={<PageHeader title={title} note={<bdi>{note}</bdi>} back={back} headingRef={headingRef} />}
      over={over}
    >
      {isForm ? <div className="flex h-full flex-col">{children}</div> : children}
    </DeskLayout>
  );
}

function Seals() {
  const page = useOpenPage();
  const [said, setSaid] = useState('');
  const toList = (words = '') => {
    setSaid(words);
    goWithin('seals', {});
  };
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {page?.name === 'seals' && <SealList said={said} left={() => setSaid('')} />}
      {page?.name === 'newSeal' && <NewSeal done={toList} />}
      {page?.name === 'seal' && (
        <SealDetail
          key={page.parameters.sealId}
          sealId={page.parameters.sealId}
          leave={toList}
          say={setSaid}
        />
      )}
    </>
  );
}
