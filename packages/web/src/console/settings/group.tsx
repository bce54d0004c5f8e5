import type { InputOf } from '@cinnabar/api/operation.js';
import { setSettings, settings } from '@cinnabar/api/operations/enterprise.js';
import type { ReactNode } from 'react';
import type { DataOf, Sent } from '../../api/wire.js';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { momentInWords } from '../../shared/format/dates.js';
import { useLanguage, useTexts } from '../../shared/text/language.js';
import { useAsk } from '../shell/console-context.js';
import { useWords } from '../shell/error-words.js';
import { Failed, RowsSkeleton } from '../shell/states.js';
import { useAct } from '../shell/use-act.js';
import { settingsTexts } from './settings-texts.js';

export type Settings = DataOf<typeof settings>;
export type SettingsChange = Sent<InputOf<typeof setSettings>>;

/** Shows what it is given once the settings are there. */
export function WithSettings({ children }: { readonly children: (values: Settings) => ReactNode }) {
  const t = useTexts(settingsTexts);
  const asked = useAsk(settings, {});
  if (asked.error !== null && asked.data === undefined) {
    return <Failed error={asked.error} retry={() => void asked.refetch()} what={t.what} />;
  }
  return asked.data === undefined ? <RowsSkeleton rows={3} /> : children(asked.data);
}

interface Props {
  readonly name: string;
  readonly values: Settings;
  /** The settings of the group. */
  readonly fields: readonly (keyof SettingsChange)[];
  readonly change: SettingsChange;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}

/** A group of settings, which is saved for itself and says who changed it last. */
export function Group({ name, values, fields, change: wanted, isDisabled = false, children }: Props) {
  const t = useTexts(settingsTexts);
  const words = useWords();
  const saving = useAct(setSettings);
  return (
    <section aria-label={name} className="max-w-[640px] px-4 py-4 lg:px-6">
      {children}
      <LastChange values={values} fields={fields} />
      <ErrorLine text={saving.error === null ? null : words(saving.error)} />
      <p role="status" className="m-0 mb-2 text-small text-success empty:hidden">
        {saving.isSuccess ? t.saved : ''}
      </p>
      <Button
        look="ink"
        isDisabled={isDisabled}
        busyLabel={saving.isPending ? t.saving : null}
        onPress={() => saving.mutate(wanted)}
      >
        {t.save}
      </Button>
    </section>
  );
}

function LastChange({ values, fields }: Pick<Props, 'values' | 'fields'>) {
  const t = useTexts(settingsTexts);
  const { language } = useLanguage();
  const last = values.changes
    .filter(({ field }) => fields.some((each) => each === field))
    .toSorted((one, other) => other.time.localeCompare(one.time))[0];
  return (
    <p className="figures mt-0 mb-3 text-small text-n-500">
      {last === undefined ? (
        t.never
      ) : (
        <bdi>
          {t.changedBy(
            last.userName === '' ? t.byOperator : last.userName,
            momentInWords(last.time, language),
          )}
        </bdi>
      )}
    </p>
  );
}
