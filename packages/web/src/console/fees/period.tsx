import { useTexts } from '../../shared/text/language.js';
import { feesTexts } from './fees-texts.js';

export const pickLook =
  'h-11 rounded-control border border-n-400 bg-n-0 px-3 text-input text-n-900 lg:text-desk';

interface Props {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly change: (period: { readonly from?: string | undefined; readonly to?: string | undefined }) => void;
}

/** The first and the last day of a list. */
export function Period({ from, to, change }: Props) {
  const t = useTexts(feesTexts);
  const days = { from, to };
  return (['from', 'to'] as const).map((which) => (
    <label
      key={which}
      className="inline-flex items-center gap-2 text-small text-n-600 max-sm:w-full [&>input]:max-sm:flex-1"
    >
      <span className="max-sm:w-10">{t[which]}</span>
      <input
        type="date"
        value={days[which] ?? ''}
        onChange={({ target }) => {
          const day = target.value === '' ? undefined : target.value;
          change(which === 'from' ? { from: day } : { to: day });
        }}
        className={pickLook}
      />
    </label>
  ));
}
