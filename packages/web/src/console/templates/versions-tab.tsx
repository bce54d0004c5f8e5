import { templateVersionList } from '@cinnabar/api/operations/template-drafts.js';
import { useTexts } from '../../shared/text/language.js';
import { useList } from '../shell/console-context.js';
import { Failed, RowsSkeleton } from '../shell/states.js';
import { By } from './by.js';
import { templatesTexts } from './templates-texts.js';

const SIZE = 50;

/** The versions of a template, the one in force first. */
export default function VersionsTab({ templateId }: { readonly templateId: number }) {
  const t = useTexts(templatesTexts);
  const listing = useList(templateVersionList, { templateId, listPageNo: 1, listPageSize: SIZE });
  if (listing.error !== null) {
    return <Failed error={listing.error} retry={() => void listing.refetch()} what={t.versions} />;
  }
  if (listing.data === undefined) return <RowsSkeleton rows={4} />;
  if (listing.data.items.length === 0) {
    return <p className="px-4 py-12 text-center text-body text-n-600">{t.noVersions}</p>;
  }
  return (
    <ol className="m-0 list-none divide-y divide-n-200 p-0">
      {listing.data.items.map(({ version, time, userName, note }, index) => (
        <li key={version} className="bg-n-0 px-4 py-3">
          <p className="figures m-0 text-desk font-medium">
            {t.version(version)}
            {index === 0 && <span className="ml-2 text-small text-success">{t.inForce}</span>}
          </p>
          <p className="figures m-0 text-small text-n-500 names">
            <By name={userName} time={time} />
          </p>
          {note !== '' && <p className="m-0 text-small text-n-700 names">{note}</p>}
        </li>
      ))}
    </ol>
  );
}
