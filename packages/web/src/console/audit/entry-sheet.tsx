import { Button } from '../../shared/components/button.js';
import { Facts } from '../../shared/components/facts.js';
import { Sheet } from '../../shared/components/sheet.js';
import { momentInFull } from '../../shared/format/dates.js';
import { useTexts } from '../../shared/text/language.js';
import { count } from '../shell/format.js';
import { auditTexts } from './audit-texts.js';
import { type Entry, useEntryWords } from './entry-words.js';
import { type Filters, noFilters } from './filters.js';

interface Props {
  readonly entry: Entry;
  readonly change: (filters: Filters) => void;
  readonly close: () => void;
}

/** An entry with everything that it has, and the ways to those that belong to it. */
export default function EntrySheet({ entry, change, close }: Props) {
  const t = useTexts(auditTexts);
  const words = useEntryWords();
  const { userId, objectKind, objectId, requestId, texts, address, device } = entry;
  const only = (filters: Filters) => {
    change({ ...noFilters, ...filters });
    close();
  };
  const isErased = address === '' && device === '' && texts.length === 0 && requestId !== null;
  return (
    <Sheet title={words.act(entry)} isOpen wide close={close}>
      <Facts
        facts={[
          [t.time, momentInFull(entry.time)],
          [t.person, words.who(entry)],
          ...fact(t.concerned, entry.subjectUserName),
          ...fact(t.object, words.object(entry)),
          [t.source, t.sources[entry.source]],
          ...fact(t.place, address),
          ...fact(t.device, device),
          ...fact(t.request, requestId ?? ''),
          [
            t.sequence,
            entry.sequence === null
              ? t.notChained
              : `${count(entry.sequence)} · ${entry.intact === false ? t.marked : t.fits}`,
          ],
        ]}
      />
      {entry.changes.length > 0 && <Changes entry={entry} />}
      {texts.length > 0 && (
        <section aria-label={t.names} className="mb-2">
          <h3 className="m-0 text-small font-medium text-n-700">{t.names}</h3>
          <Facts facts={texts.map(({ field, value }) => [words.field(field), words.value(field, value)])} />
        </section>
      )}
      {isErased && <p className="text-small text-n-600">{t.erased}</p>}
      <div className="flex flex-wrap gap-2">
        {userId !== null && (
          <Button small onPress={() => only({ person: userId })}>
            {t.onlyPerson}
          </Button>
        )}
        {objectKind !== null && objectId !== null && (
          <Button small onPress={() => only({ kind: objectKind, object: objectId })}>
            {t.onlyObject}
          </Button>
        )}
        {requestId !== null && (
          <Button small onPress={() => only({ request: requestId })}>
            {t.onlyRequest}
          </Button>
        )}
      </div>
    </Sheet>
  );
}

/** Nothing is said of what there is not. */
function fact(name: string, value: string): readonly (readonly [string, string])[] {
  return value === '' ? [] : [[name, value]];
}

/** Before and after, side by side. */
function Changes({ entry }: { readonly entry: Entry }) {
  const t = useTexts(auditTexts);
  const words = useEntryWords();
  const head = 'py-2 pr-3 text-left text-small font-medium text-n-700';
  return (
    <table className="mb-6 w-full table-fixed border-collapse text-desk">
      <caption className="sr-only">{t.change}</caption>
      <thead>
        <tr className="border-b border-n-200">
          <th className={head}>{t.field}</th>
          <th className={head}>{t.before}</th>
          <th className={head}>{t.after}</th>
        </tr>
      </thead>
      <tbody>
        {entry.changes.map(({ field, before, after }) => (
          <tr key={field} className="border-b border-n-200">
            <th scope="row" className="py-2 pr-3 text-left align-top font-normal text-n-500">
              {words.field(field)}
            </th>
            <td className="py-2 pr-3 align-top names">
              <bdi>{words.value(field, before)}</bdi>
            </td>
            <td className="py-2 align-top names">
              <bdi>{words.value(field, after)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
