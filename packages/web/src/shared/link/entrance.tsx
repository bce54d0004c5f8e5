import type { EnteredLink, OpenedLink } from '@cinnabar/api/pages/link.js';
import { useEffect } from 'react';
import type { Wire } from '../../api/wire.js';
import { BrandHeader } from '../components/brand-header.js';
import { useHeading } from '../components/use-heading.js';
import { postToHost } from '../embed/host.js';
import { useTexts } from '../text/language.js';
import { linkTexts } from './link-texts.js';
import { NotMe } from './not-me.js';
import { SignIn } from './sign-in.js';

interface Props {
  readonly linkId: number;
  readonly opened: Wire<OpenedLink>;
  readonly enter: (entered: Wire<EnteredLink>) => void;
}

/** States who asks for what, before any content of the contract is shown. */
export function Entrance({ linkId, opened, enter }: Props) {
  const t = useTexts(linkTexts);
  const task = t[opened.kind];
  useEffect(() => postToHost('step', { step: 'code' }), []);
  const heading = useHeading(task);
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <BrandHeader />
      <main className="flex flex-1 flex-col items-center px-4 pt-4 pb-12 sm:justify-center sm:pt-0">
        <div className="w-full max-w-[440px] animate-fade rounded-card bg-n-0 p-6 shadow-paper sm:p-8">
          <p className="m-0 text-body text-n-600 names">
            <bdi>{(opened.kind === 'registration' ? t.registers : t.asks)(opened.corpName ?? '')}</bdi>
          </p>
          <h1 ref={heading} tabIndex={-1} className="mt-1 mb-4 text-page font-semibold">
            {task}
          </h1>
          {opened.title !== null && (
            <p className="m-0 mb-6 border-l-2 border-n-300 pl-3 text-body font-medium names">
              <bdi>{opened.title}</bdi>
            </p>
          )}
          {opened.title === null && (opened.kind === 'sign' || opened.kind === 'fill') && (
            <p className="m-0 mb-6 border-l-2 border-n-300 pl-3 text-body text-n-600">{t.hiddenTitle}</p>
          )}
          {opened.name !== null && (
            <p className="-mt-3 mb-4 text-small text-n-600 names">
              <bdi>{t.forWhom(opened.name)}</bdi>
            </p>
          )}
          <SignIn linkId={linkId} opened={opened} enter={enter} />
        </div>
        {opened.name === null ? (
          <p className="mt-6 mb-0 max-w-[440px] text-center text-small text-n-500">{t.notYours}</p>
        ) : (
          <NotMe linkId={linkId} name={opened.name} wasTold={opened.disowned} />
        )}
      </main>
    </div>
  );
}
