import { useTexts } from '../shared/text/language.js';
import { ComputedField } from './computed-field.js';
import type { Control, View } from './controls.js';
import { Field } from './field.js';
import type { FieldActs } from './field-acts.js';
import { fillTexts } from './fill-texts.js';
import { isComputed, type Standings } from './standings.js';

interface Props {
  readonly view: View;
  readonly controls: readonly Control[];
  readonly standings: Standings;
  readonly valueIn: (control: Control) => string;
  readonly errorOf: (control: Control) => string | null;
  readonly acts: FieldActs;
  /** The field that has the focus in this list. */
  readonly focused: number | null;
}

/** All fields as a form, grouped by file and page. */
export function FieldList({ view, controls, standings, valueIn, errorOf, acts, focused }: Props) {
  const t = useTexts(fillTexts);
  const groups = view.files.flatMap((file) =>
    file.pages.flatMap((_, index) => {
      const fields = controls.filter(({ fileId, page }) => fileId === file.fileId && page === index + 1);
      return fields.length === 0 ? [] : [{ file, page: index + 1, fields }];
    }),
  );
  return (
    <div className="flex flex-col gap-6">
      {groups.map(({ file, page, fields }) => (
        <section key={`${file.fileId}/${page}`} aria-label={headingOf(file.fileName, page)}>
          <h2 className="mt-0 mb-3 text-small font-semibold text-n-500 names">
            {headingOf(file.fileName, page)}
          </h2>
          <div className="flex flex-col gap-4">
            {fields.map((control: Control) =>
              isComputed(control) ? (
                <ComputedField
                  key={control.componentId}
                  control={control}
                  view={view}
                  standings={standings}
                />
              ) : (
                <Field
                  key={control.componentId}
                  control={control}
                  value={valueIn(control)}
                  error={errorOf(control)}
                  isFocused={focused === control.componentId}
                  acts={acts}
                />
              ),
            )}
          </div>
        </section>
      ))}
    </div>
  );

  function headingOf(fileName: string, page: number): string {
    return view.files.length > 1 ? `${fileName} · ${t.pageOf(page)}` : t.pageOf(page);
  }
}
