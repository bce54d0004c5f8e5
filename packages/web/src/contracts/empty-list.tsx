import { Inbox } from 'lucide-react';
import { largeIcon } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import { mineTexts } from './mine-texts.js';

export function EmptyList() {
  const t = useTexts(mineTexts);
  return (
    <div className="flex flex-col items-center py-16 text-center">
      <Inbox {...largeIcon} className="text-n-500" />
      <h2 className="mt-4 mb-2 text-head font-semibold">{t.emptyTitle}</h2>
      <p className="m-0 text-body text-n-600">{t.emptyText}</p>
    </div>
  );
}
