import { previewTemplate } from '@cinnabar/api/operations/template-drafts.js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DrawnPage } from '../canvas/canvas-types.js';
import { ownPicture } from '../shared/document/own-picture.js';
import { useDebounced } from '../shared/seals/use-debounced.js';
import type { Control, Design, TemplateFile } from './design.js';
import { useDesignerDoor } from './designer-door.js';
import { drawnDefaultsOf } from './previewed.js';
import { PICTURES_VALID_MS } from './use-file-pages.js';

const QUIET_MS = 1_000;

/** The pages with default values that show controls as they are; a control is absent until its value has been drawn. */
export type DrawnDefaults = ReadonlyMap<Control['key'], DrawnPage>;

/** Default values as contracts will have them: drawn by the service, whose fonts the browser does not have. */
export function useDrawnDefaults(
  design: Design,
  file: TemplateFile | undefined,
  isWanted: boolean,
): DrawnDefaults {
  const door = useDesignerDoor();
  const asked = useMemo(
    () => (file === undefined ? null : { file, ...drawnDefaultsOf(design, file) }),
    [design, file],
  );
  const name = JSON.stringify(asked?.body);
  const settled = useDebounced(name, QUIET_MS);
  const { data } = useQuery({
    queryKey: [...door.scope, 'drawnDefaults', name],
    queryFn: () => (asked === null ? null : drawn(asked)),
    // What has not settled is not asked for, and what is asked for has settled.
    enabled: isWanted && asked !== null && asked.controls.length > 0 && name === settled,
    // Meanwhile, what has not changed is shown as it was drawn before.
    placeholderData: keepPreviousData,
    staleTime: PICTURES_VALID_MS,
    refetchOnWindowFocus: false,
    retry: false,
  });
  return useMemo(() => {
    const pages = asked?.controls.map(
      (control) => [control.key, data?.get(lookOf(asked.file, control))] as const,
    );
    return new Map(pages?.flatMap(([key, page]) => (page === undefined ? [] : [[key, page] as const])));
  }, [data, asked]);

  /** By the look of a control, so that one that is changed or moved is not shown as it was. */
  async function drawn({ file: of, controls, body }: NonNullable<typeof asked>) {
    const { fileList, problems } = await door.call(previewTemplate, body);
    const refused = new Set(problems.map(({ index }) => index));
    return new Map(
      controls.flatMap((control, index): readonly (readonly [string, DrawnPage])[] => {
        const page = fileList[0]?.pages[control.page - 1];
        if (page === undefined || refused.has(index)) return [];
        const { width, height, jpgUrl } = page;
        return [[lookOf(of, control), { width, height, picture: ownPicture(jpgUrl) }]];
      }),
    );
  }
}

function lookOf({ fileUrl }: TemplateFile, { page, x, y, type, value, attribute }: Control): string {
  return JSON.stringify([fileUrl, page, x, y, type, value, attribute]);
}
