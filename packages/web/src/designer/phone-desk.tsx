import { type ReactNode, useState } from 'react';
import { kindIcons } from '../canvas/kind-look.js';
import { partyLook } from '../canvas/party-look.js';
import { Button } from '../shared/components/button.js';
import { DeskLayout } from '../shared/components/desk-layout.js';
import { smallIcon } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import { canvasControls } from './canvas-bridge.js';
import type { Design, TemplateId } from './design.js';
import { designerTexts } from './designer-texts.js';
import { Preview } from './preview-sheet.js';

interface Props {
  readonly header: ReactNode;
  readonly above: ReactNode;
  readonly design: Design;
  readonly templateId: TemplateId | null;
  readonly mistakes: number;
}

/** On a phone: the preview and the controls, and how to go on on a computer. */
export function PhoneDesk({ header, above, design, templateId, mistakes }: Props) {
  const t = useTexts(designerTexts);
  const [tab, setTab] = useState<'preview' | 'list'>('preview');
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(location.href).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <DeskLayout header={header} above={above} isScrolled>
      <div className="p-4">
        <p className="mt-0 mb-2 rounded-control bg-info-tint p-3 text-small text-info">{t.phone}</p>
        <Button small wide onPress={() => void copy()}>
          {isCopied ? t.copied : t.copyAddress}
        </Button>
        <div role="toolbar" aria-label={t.panel} className="my-3 flex gap-1">
          {(['preview', 'list'] as const).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={tab === each}
              onClick={() => setTab(each)}
              className={`figures min-h-11 flex-1 rounded-control border-0 px-3 text-small ${tab === each ? 'bg-n-100 font-semibold text-n-900' : 'bg-transparent text-n-600'}`}
            >
              {each === 'preview' ? t.preview : `${t.list} ${design.controls.length}`}
            </button>
          ))}
        </div>
        {tab === 'list' || design.files.length === 0 ? (
          <Fields design={design} />
        ) : (
          <Preview design={design} templateId={templateId} mistakes={mistakes} acts={null} />
        )}
      </div>
    </DeskLayout>
  );
}

function Fields({ design }: { readonly design: Design }) {
  const t = useTexts(designerTexts);
  const controls = canvasControls(design, new Map());
  if (controls.length === 0) return <p className="m-0 text-small text-n-600">{t.noControls}</p>;
  return (
    <ul className="m-0 list-none p-0">
      {controls.map(({ key, kind, name, party, page, required }) => {
        const Icon = kindIcons[kind];
        const { fill, letter } = partyLook(party);
        return (
          <li key={key} className="flex min-h-11 items-center gap-3 border-b border-n-100 py-2 last:border-0">
            <span
              className={`flex size-6 shrink-0 items-center justify-center rounded-full text-caption font-semibold text-n-0 ${fill}`}
            >
              {letter}
            </span>
            <Icon {...smallIcon} className="shrink-0 text-n-600" />
            <span className="min-w-0 flex-1 text-desk">
              <bdi className="names">{name === '' ? t[kind] : name}</bdi>
              <span className="figures block text-small text-n-500">
                {[t[kind], t.onPage(page), ...(required ? [t.required] : [])].join(' · ')}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
