import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { inReadingOrder } from '../canvas/geometry/reading-order.js';
import { partyLook } from '../canvas/party-look.js';
import { smallIcon } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import { placeTexts } from './place-texts.js';
import type { Placed, View } from './placed.js';
import type { Problem } from './problems.js';
import { iconOf, wordOf } from './tool-look.js';
import { toolOf } from './tools.js';

interface Props {
  readonly view: View;
  readonly fields: readonly Placed[];
  readonly show: (field: Placed) => void;
}

interface ChecksProps {
  readonly fields: readonly Placed[];
  readonly problems: readonly Problem[];
  readonly show: (field: Placed) => void;
}

/** What prevents sending, and what the sender should know: ahead of everything else in the list. */
export function Checks({ fields, problems, show }: ChecksProps) {
  const t = useTexts(placeTexts);
  const at = (id: string | null) => fields.find((field) => field.id === id);
  return (
    <section aria-label={t.checks} className="mb-6">
      <h2 className="m-0 mb-2 text-small font-medium text-n-500">{t.checks}</h2>
      {problems.length === 0 ? (
        <p className="m-0 flex items-center gap-2 text-desk text-success">
          <CircleCheck {...smallIcon} />
          {t.allFine}
        </p>
      ) : (
        <ul className="m-0 list-none p-0">
          {problems.map((problem) => {
            const field = at(problem.fieldId);
            return (
              <li
                key={problem.id}
                className={`flex items-start gap-2 py-1 text-small ${problem.isMistake ? 'text-danger' : 'text-warning'}`}
              >
                {problem.isMistake ? (
                  <CircleAlert {...smallIcon} className="mt-0.5 shrink-0" />
                ) : (
                  <TriangleAlert {...smallIcon} className="mt-0.5 shrink-0" />
                )}
                <span className="min-w-0 flex-1 names">{problem.words}</span>
                {field !== undefined && (
                  <AriaButton
                    onPress={() => show(field)}
                    className="relative shrink-0 rounded-control px-1 font-medium text-cinnabar-600 before:absolute before:-inset-3 hover:underline"
                  >
                    {t.show}
                  </AriaButton>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** Lists all fields: the way to those whose pages are not rendered. */
export function FieldIndex({ view, fields, show }: Props) {
  const t = useTexts(placeTexts);
  const ordered = inReadingOrder(view.files, fields);
  return (
    <section aria-label={t.fields}>
      <h2 className="figures m-0 mb-2 text-small font-medium text-n-500">
        {t.fields} {fields.length === 0 ? '' : fields.length}
      </h2>
      {fields.length === 0 && <p className="m-0 text-small text-n-600">{t.noFields}</p>}
      {view.files.map((file) => {
        const inFile = ordered.filter(({ fileId }) => fileId === file.fileId);
        if (inFile.length === 0) return null;
        return (
          <div key={file.fileId} className="mb-3">
            {view.files.length > 1 && (
              <p className="m-0 mb-1 text-caption text-n-500 names">
                <bdi>{file.fileName}</bdi>
              </p>
            )}
            <ul className="m-0 list-none p-0">
              {inFile.map((field) => (
                <li key={field.id}>
                  <Row view={view} field={field} show={show} />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      {view.kept.length > 0 && (
        <p className="m-0 mt-2 text-small text-n-500">{t.keptNote(view.kept.length)}</p>
      )}
    </section>
  );
}

function Row({ view, field, show }: Pick<Props, 'view' | 'show'> & { readonly field: Placed }) {
  const t = useTexts(placeTexts);
  const index = view.placeParties.findIndex(({ flag }) => flag === field.flag);
  const isEnterprise = view.placeParties[index]?.isEnterprise ?? false;
  const look = partyLook(index);
  const tool = toolOf(field);
  const Icon = iconOf(tool, isEnterprise);
  return (
    <AriaButton
      onPress={() => show(field)}
      className="flex min-h-11 w-full items-center gap-2 rounded-control px-1 text-left text-desk hover:bg-n-50"
    >
      <span
        aria-hidden
        className={`flex size-5 shrink-0 items-center justify-center rounded-full text-caption leading-none font-semibold text-n-0 ${look.fill}`}
      >
        {look.letter}
      </span>
      <Icon {...smallIcon} className="shrink-0 text-n-600" />
      <span className="min-w-0 flex-1 truncate">
        <bdi>{field.name === '' ? wordOf(tool, isEnterprise, t) : field.name}</bdi>
        {field.required ? <span className="text-danger"> *</span> : null}
      </span>
      <span className="figures shrink-0 text-small text-n-500">{field.seam ? '' : t.pageOf(field.page)}</span>
    </AriaButton>
  );
}
