import { previewTemplate } from '@cinnabar/api/operations/template-drafts.js';
import type { PreviewSample } from '@cinnabar/api/schemas/template-draft.js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DataOf } from '../api/wire.js';
import { ownPicture } from '../shared/document/own-picture.js';
import { useTexts } from '../shared/text/language.js';
import { isArea } from './control-kinds.js';
import type { Design, Party, TemplateId } from './design.js';
import { useDesignerDoor } from './designer-door.js';
import { designerTexts } from './designer-texts.js';
import { DeviceFrames } from './device-frames.js';
import { previewTexts } from './preview-texts.js';
import { previewBody } from './previewed.js';
import { rehearsedFilling, rehearsedSigning } from './rehearsed.js';
import { useFilePages } from './use-file-pages.js';

interface Props {
  readonly page: 'fill' | 'sign';
  readonly design: Design;
  readonly templateId: TemplateId | null;
  readonly party: Party;
  readonly sample: PreviewSample;
  readonly own: ReadonlyMap<string, string>;
  /** The preview with everybody's marks. */
  readonly preview: DataOf<typeof previewTemplate>;
  readonly isWide: boolean;
}

/** The page on which a party fills in or signs, on the paper that it is shown at that moment. */
export default function PagePreview(props: Props) {
  const { page, design, templateId, party, sample, own, preview, isWide } = props;
  const t = useTexts(previewTexts);
  const { untitled } = useTexts(designerTexts);
  const door = useDesignerDoor();
  const blank = useFilePages(design.files);
  // What is signed has its values, and no marks yet.
  const unsigned = { ...design, controls: design.controls.filter((control) => !isArea(control)) };
  const body = previewBody(unsigned, { templateId, name: untitled, own });
  const { data: filled } = useQuery({
    queryKey: [...door.scope, 'preview', body, sample],
    queryFn: () => door.call(previewTemplate, { ...body, sample }),
    placeholderData: keepPreviousData,
    enabled: page === 'sign',
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const { shown, pictureOf, isReady } = blank;
  const given = { design, party, preview, words: { ...t.sampleWords, untitled } };
  const made = page === 'fill' ? filling() : signing();
  const content = JSON.stringify(made);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page begins anew only when it would show something else
  const rehearsal = useMemo(() => made, [content]);
  if (rehearsal === null) return <p className="m-0 text-small text-n-600">{t.drawing}</p>;
  return (
    <>
      <p className="mt-0 mb-3 text-small text-n-600">{t.pageText}</p>
      <DeviceFrames rehearsal={rehearsal} isWide={isWide} />
    </>
  );

  function filling() {
    const pictures = shown.map((file) => file.pages.map((_, index) => pictureOf(file, index + 1)));
    return isReady ? rehearsedFilling({ ...given, pictures }) : null;
  }

  function signing() {
    if (filled === undefined) return null;
    const pictures = filled.fileList.map(({ pages }) => pages.map(({ jpgUrl }) => ownPicture(jpgUrl)));
    return rehearsedSigning({ ...given, pictures });
  }
}
