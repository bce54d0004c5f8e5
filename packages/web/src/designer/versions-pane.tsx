import { templateVersionInfo, templateVersionList } from '@cinnabar/api/operations/template-drafts.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { momentInFigures } from '../shared/format/dates.js';
import { useTexts } from '../shared/text/language.js';
import { type Design, readDesign, type TemplateId } from './design.js';
import { useDesignerDoor } from './designer-door.js';
import { designerTexts } from './designer-texts.js';
import { draftOfDetail } from './detail-to-draft.js';
import { aligned, differences } from './difference.js';
import { makeKey } from './make-key.js';
import { VersionOverlay } from './version-overlay.js';

interface Props {
  readonly templateId: TemplateId | null;
  readonly design: Design;
  /** null for whoever reads along. */
  readonly restore: ((design: Design) => void) | null;
}

const SIZE = 50;

/** Earlier versions: what the draft differs in, and restoring one into the draft. */
export default function VersionsPane({ templateId, design, restore }: Props) {
  const t = useTexts(designerTexts);
  const door = useDesignerDoor();
  const listed = useQuery({
    queryKey: [...door.scope, 'versions', templateId],
    queryFn: () =>
      templateId === null
        ? []
        : door.call(templateVersionList, { templateId, listPageNo: 1, listPageSize: SIZE }),
  });
  const reading = useMutation({
    mutationFn: async ({ version }: { readonly version: number; readonly isRestored: boolean }) => {
      if (templateId === null) return null;
      const detail = await door.call(templateVersionInfo, { templateId, version });
      return aligned(readDesign(draftOfDetail(detail), makeKey), design);
    },
    onSuccess: (found, { isRestored }) => {
      if (found !== null && isRestored) restore?.(found);
    },
  });
  const versions = listed.data ?? [];
  const shown = reading.data;
  if (listed.data !== undefined && versions.length === 0) {
    return <p className="m-0 text-small text-n-500">{t.noVersions}</p>;
  }
  return (
    <>
      <ErrorLine text={reading.error?.message ?? listed.error?.message ?? null} />
      <ol className="m-0 list-none space-y-3 p-0">
        {versions.map(({ version, time, userName, note }, index) => {
          const isShown = reading.variables?.version === version && !reading.variables.isRestored;
          return (
            <li key={version} className="rounded-card border border-n-200 p-3">
              <p className="figures m-0 text-desk font-medium">
                {t.version(version)}
                {index === 0 && <span className="ml-2 text-small text-success">{t.current}</span>}
              </p>
              <p className="figures m-0 text-small text-n-500">{t.by(userName, momentInFigures(time))}</p>
              {note !== '' && <p className="m-0 text-small text-n-700 names">{note}</p>}
              <div className="mt-1 flex flex-wrap gap-1">
                <Button small look="quiet" onPress={() => reading.mutate({ version, isRestored: false })}>
                  {t.compare}
                </Button>
                {restore !== null && (
                  <Button small look="quiet" onPress={() => reading.mutate({ version, isRestored: true })}>
                    {t.restore}
                  </Button>
                )}
              </div>
              {isShown && shown != null && <Differences before={shown} after={design} />}
            </li>
          );
        })}
      </ol>
    </>
  );
}

function Differences({ before, after }: { readonly before: Design; readonly after: Design }) {
  const t = useTexts(designerTexts);
  const found = differences(before, after);
  if (found.length === 0) return <p className="m-0 text-small text-n-600">{t.same}</p>;
  return (
    <>
      <ul className="mt-1 mb-0 list-none space-y-1 p-0 text-small">
        {found.map(({ kind, key, name, what }) => (
          <li key={`${kind} ${key}`} className="names">
            <span className="text-n-500">
              {t.kinds[kind]} · {t.versionDiffers[what]}
            </span>{' '}
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      <VersionOverlay {...{ before, after, found }} />
    </>
  );
}
