import type { FlowPageAttachment } from '@cinnabar/api/pages/flow-page.js';
import { Paperclip } from 'lucide-react';
import { texts, useTexts } from '../text/language.js';
import { smallIcon } from './icons.js';

const attachmentTexts = texts(
  { attachments: (count: number) => `附件（${count}）` },
  { attachments: (count: number) => `Attachments (${count})` },
);

/** Attachments of a contract, to open or download. */
export function Attachments({ attachments }: { readonly attachments: readonly FlowPageAttachment[] }) {
  const t = useTexts(attachmentTexts);
  if (attachments.length === 0) return null;
  const heading = t.attachments(attachments.length);
  return (
    <section aria-label={heading} className="mt-8">
      <h2 className="mt-0 mb-2 text-desk font-semibold">{heading}</h2>
      <ul className="m-0 list-none p-0">
        {attachments.map(({ fileName, url }) => (
          <li key={url}>
            <a
              href={url}
              className="flex min-h-11 items-center gap-2 text-desk text-cinnabar-600 underline-offset-4 hover:underline names"
            >
              <Paperclip {...smallIcon} className="shrink-0" />
              <bdi>{fileName}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
