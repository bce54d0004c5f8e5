import { useState } from 'react';
import { CheckField } from '../../shared/components/check-field.js';
import { Sheet } from '../../shared/components/sheet.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole } from './console-context.js';
import { railOf } from './sections.js';
import { shellTexts } from './shell-texts.js';
import { keysAreOn, switchKeys } from './use-keys.js';

export default function KeysSheet({ close }: { readonly close: () => void }) {
  const t = useTexts(shellTexts);
  const { roles } = useConsole();
  const [isOn, setOn] = useState(keysAreOn);
  const lines: readonly (readonly [keys: string, words: string])[] = [
    ...railOf(roles).map(({ section, key }) => [`g ${key}`, t.keyG(t[section])] as const),
    ['/  Ctrl K', t.keySearch],
    ['c', t.keyCreate],
    ['j  k', t.keyRows],
    ['x', t.keySelect],
    ['Enter', t.keyOpen],
    ['?', t.keyHelp],
  ];
  return (
    <Sheet title={t.keysTitle} isOpen close={close}>
      <CheckField
        label={t.keysOn}
        hint={t.keysHint}
        isChecked={isOn}
        onChange={(on) => {
          setOn(on);
          switchKeys(on);
        }}
      />
      <dl className="m-0 divide-y divide-n-200 border-y border-n-200">
        {lines.map(([keys, words]) => (
          <div key={keys} className="flex items-center justify-between py-2 text-desk">
            <dt>{words}</dt>
            <dd className="m-0 flex gap-1">
              {keys.split(/ +/).map((key) => (
                <kbd key={key} className="rounded-marker border border-n-300 bg-n-50 px-2 text-small">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
