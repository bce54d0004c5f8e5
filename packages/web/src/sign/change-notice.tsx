import { Info, TriangleAlert, X } from 'lucide-react';
import { IconButton } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import { signTexts } from './sign-texts.js';
import type { Change } from './use-changes.js';

interface Props {
  readonly change: Change;
  readonly seen: () => void;
}

/** Notice that the contract has changed while the page was open; it stays until dismissed. */
export function ChangeNotice({ change, seen }: Props) {
  const t = useTexts(signTexts);
  const isText = change.kind === 'text';
  const Icon = isText ? TriangleAlert : Info;
  return (
    <div
      role={isText ? 'alert' : 'status'}
      className={`flex shrink-0 animate-fade items-start gap-3 border-b py-1 pr-2 pl-4 lg:px-6 ${
        isText ? 'border-warning/40 bg-warning-tint text-warning' : 'border-info/30 bg-info-tint text-info'
      }`}
    >
      <Icon {...iconSize} className="mt-3 shrink-0" />
      <p className="figures m-0 min-w-0 flex-1 py-3 text-small names">
        {isText && <strong className="block font-semibold">{t.textChanged}</strong>}
        {change.words.map((line) => (
          <span key={line} className="block">
            <bdi>{line}</bdi>
          </span>
        ))}
      </p>
      <IconButton label={t.understood} onPress={seen}>
        <X {...iconSize} />
      </IconButton>
    </div>
  );
}
