import { CORPS_PER_PAGE, listPlatformCorps } from '@cinnabar/api/pages/platform-corps.js';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../shared/components/button.js';
import { smallIcon } from '../shared/components/icons.js';
import { usePageState } from '../shared/router/page-state.js';
import { useTexts } from '../shared/text/language.js';
import { CorpSheet } from './corp-sheet.js';
import { CorpStatus } from './corp-status.js';
import { corpsTexts } from './corps-texts.js';
import { Answered, ListPages, NothingHere, rowsLook } from './list-parts.js';
import { localMoment } from './local-moment.js';
import { NewCorpSheet } from './new-corp-sheet.js';
import { useAsked, useDuty } from './platform-context.js';

/** All enterprises, oldest first. */
export default function CorpsSection() {
  const t = useTexts(corpsTexts);
  const [{ name = '', page = 1 }, keep] = usePageState('platform');
  const [text, setText] = useState(name);
  const keepsEnterprises = useDuty('system');
  const [opened, setOpened] = useState<number | 'new' | null>(null);
  const asked = useAsked(listPlatformCorps, { page, ...(name === '' ? {} : { name }) });
  const close = () => setOpened(null);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <form
          className="flex min-w-0 flex-1 basis-60 gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            const wanted = text.trim();
            keep({ name: wanted === '' ? undefined : wanted, page: undefined });
          }}
        >
          <input
            type="search"
            aria-label={t.search}
            placeholder={t.search}
            value={text}
            maxLength={100}
            onChange={(event) => setText(event.target.value)}
            className="box-border h-12 min-w-0 flex-1 rounded-control border border-n-400 bg-n-0 px-3 text-input placeholder:text-n-500 sm:max-w-80"
          />
          <Button type="submit" aria-label={t.find}>
            <Search {...smallIcon} />
          </Button>
        </form>
        {keepsEnterprises && (
          <Button look="ink" onPress={() => setOpened('new')}>
            {t.create}
          </Button>
        )}
      </div>
      <Answered asked={asked}>
        {({ corps, totalCount }) => (
          <>
            {corps.length === 0 ? (
              <NothingHere text={name === '' ? t.none : t.noneNamed(name)} />
            ) : (
              <ul className={rowsLook}>
                {corps.map(
                  ({ corpId, corpName, corpCode, identStatus, contracts, collections, levelExpireTime }) => (
                    <li key={corpId}>
                      <button
                        type="button"
                        onClick={() => setOpened(corpId)}
                        className="figures block min-h-18 w-full cursor-pointer border-0 bg-transparent px-3 py-3 text-left hover:bg-n-25"
                      >
                        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
                          <bdi className="min-w-0 flex-1 basis-60 text-body font-medium text-n-900 names">
                            {corpName}
                          </bdi>
                          <CorpStatus status={identStatus} />
                        </span>
                        <span className="block text-small text-n-600 names">
                          {corpCode ?? t.noCode} · {t.contracts(contracts)} · {t.collections(collections)}
                          {levelExpireTime !== null && ` · ${t.levelUntil(localMoment(levelExpireTime))}`}
                        </span>
                      </button>
                    </li>
                  ),
                )}
              </ul>
            )}
            <ListPages
              page={page}
              size={CORPS_PER_PAGE}
              total={totalCount}
              onPage={(next) => keep({ page: next })}
            />
          </>
        )}
      </Answered>
      {opened === 'new' && <NewCorpSheet close={close} />}
      {typeof opened === 'number' && <CorpSheet corpId={opened} close={close} />}
    </>
  );
}
