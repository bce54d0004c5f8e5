import { viewPlatformStorage } from '@cinnabar/api/pages/platform-storage.js';
import type { ReactNode } from 'react';
import type { DataOf } from '../api/wire.js';
import { Facts } from '../shared/components/facts.js';
import { Findings } from '../shared/findings/findings.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { byteWords, usedPercent } from './byte-words.js';
import { Answered } from './list-parts.js';
import { localMoment } from './local-moment.js';
import { useAsked } from './platform-context.js';
import { storageTexts } from './storage-texts.js';

const REFRESH_MS = 60_000;

type Storage = DataOf<typeof viewPlatformStorage>;

/** Where files are, what takes the room, and whether it runs out. */
export default function StorageSection() {
  const t = useTexts(storageTexts);
  const asked = useAsked(viewPlatformStorage, {}, { everyMs: REFRESH_MS });
  return (
    <Answered asked={asked}>
      {(data) => (
        <div className="max-w-[640px]">
          <Place storage={data} />
          {data.consequence !== null && (
            <p
              role="alert"
              className="mt-0 mb-4 rounded-control bg-warning-tint px-3 py-2 text-small text-warning"
            >
              {t.consequence}
              {data.consequence}
            </p>
          )}
          <Heading>{t.checks}</Heading>
          <Findings state={data} checkAgain={() => void asked.refetch()} isChecking={asked.isFetching} />
          <Files storage={data} />
          <Database storage={data} />
        </div>
      )}
    </Answered>
  );
}

interface Props {
  readonly storage: Storage;
}

function Heading({ children }: { readonly children: ReactNode }) {
  return <h2 className="m-0 mb-2 text-body font-semibold">{children}</h2>;
}

function Place({ storage: { backend, fallback, place, disk } }: Props) {
  const t = useTexts(storageTexts);
  const percent = usedPercent(disk);
  return (
    <Facts
      facts={[
        [t.backend, t.backends[backend]],
        [t.place, place],
        ...(fallback === null ? [] : [[t.fallback, t.backends[fallback]] as const]),
        [t.disk, t.used(byteWords(disk.total - disk.free), byteWords(disk.total), percent)],
        [t.free, byteWords(disk.free)],
      ]}
    />
  );
}

function Files({ storage: { files, removed } }: Props) {
  const t = useTexts(storageTexts);
  const { language } = useLanguage();
  const number = (value: number) => value.toLocaleString(language);
  return (
    <>
      <Heading>{t.files}</Heading>
      <p className="m-0 mb-2 text-small text-n-600">{t.filesLead}</p>
      {files === null || files.length === 0 ? (
        <p className="mt-0 mb-6 text-body text-n-600">{files === null ? t.tooMany : t.noFiles}</p>
      ) : (
        <Facts
          facts={files.map(
            ({ kind, count, bytes }) =>
              [t.kinds[kind] ?? kind, `${t.count(number(count))} · ${byteWords(bytes)}`] as const,
          )}
        />
      )}
      <Heading>{t.cleaned}</Heading>
      <Facts
        facts={[
          [t.unused, number(removed.unused)],
          [t.erased, number(removed.erased)],
          [t.lastCleaned, removed.lastTime === null ? t.nothingCleaned : localMoment(removed.lastTime)],
        ]}
      />
    </>
  );
}

function Database({ storage: { database, archivedTime } }: Props) {
  const t = useTexts(storageTexts);
  const { language } = useLanguage();
  return (
    <>
      <Heading>{t.database}</Heading>
      <Facts
        facts={[
          [t.size, byteWords(database.bytes)],
          [t.archived, archivedTime === null ? t.notArchived : localMoment(archivedTime)],
        ]}
      />
      <Heading>{t.tables}</Heading>
      <Facts
        facts={database.tables.map(
          ({ name, bytes, rows }) =>
            [name, `${byteWords(bytes)} · ${t.rows(rows.toLocaleString(language))}`] as const,
        )}
      />
    </>
  );
}
