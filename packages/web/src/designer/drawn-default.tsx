import { previewTemplate } from '@cinnabar/api/operations/template-drafts.js';
import { useQuery } from '@tanstack/react-query';
import { ownPicture } from '../shared/document/own-picture.js';
import { useDebounced } from '../shared/seals/use-debounced.js';
import { useTexts } from '../shared/text/language.js';
import { sizeOf } from './control-kinds.js';
import { type Control, type Design, UNPLACED } from './design.js';
import { useDesignerDoor } from './designer-door.js';
import { PageCrop } from './page-crop.js';
import { drawnDefaultBody } from './previewed.js';
import { propertyTexts } from './property-texts.js';

interface Props {
  readonly design: Design;
  readonly control: Control;
}

const QUIET_MS = 1_000;

/** The default value in its place as contracts will have it: drawn by the service, in its fonts. */
export default function DrawnDefault({ design, control }: Props) {
  const t = useTexts(propertyTexts);
  const door = useDesignerDoor();
  const body = JSON.stringify(drawnDefaultBody(design, control));
  const settled = useDebounced(body, QUIET_MS);
  const { data } = useQuery({
    queryKey: [...door.scope, 'drawnDefault', settled],
    queryFn: () => door.call(previewTemplate, drawnDefaultBody(design, control)),
    // What has not settled is not asked for, and what is asked for has settled.
    enabled: body === settled && control.page !== UNPLACED,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const [drawn] = data?.fileList ?? [];
  if (body !== settled || drawn === undefined || data?.problems.length !== 0) return null;
  const { pages, fileName } = drawn;
  return (
    <div className="mb-4">
      <PageCrop
        label={t.drawnDefault}
        file={{ fileId: control.file, fileName, version: settled, pages }}
        page={control.page}
        box={{ x: control.x, y: control.y, ...sizeOf(control) }}
        pictureOf={(_, page) => ownPicture(pages[page - 1]?.jpgUrl ?? '')}
      />
    </div>
  );
}
