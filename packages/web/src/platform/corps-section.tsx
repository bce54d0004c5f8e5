import { CORPS_PER_PAGE, listPlatformCorps } from '@cinnabar/api/pages/platform-corps.js';
import { useState } from 'react';
import { Button } from '../shared/components/button.js';
import { usePageState } from '../shared/router/page-state.js';
import { useTexts } from '../shared/text/language.js';
import { CorpSheet } from './corp-sheet.js';
import { CorpStatus } from './corp-status.js';
import { corpsTexts } from './corps-texts.js';
import { Answered, ListPages, NothingHere, rowsLook } from './list-parts.js';
import { ListSearch } from './list-search.js';
import { localMoment } from './local-moment.js';
import { NewCorpSheet } from './new-corp-sheet.js';
import { useAsked, useDuty } from './platform-context.js';

/** All enterprises, oldest first. */
export default function CorpsSection() {
  const t = useTexts(corpsTexts);
  const [{ name = '', page = 1 }, keep] = usePageState('platform');
  const keepsEnterprises = useDuty('system');
  const [opened, setOpened] = useState<number | 'new' | null>(null);
  const asked = useAsked(listPlatformCorps, { page, ...(name === '' ? {} : { name }) });
  const close = () => setOpened(null);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <ListSearch
          label={t.search}
          act={t.find}
          name={name}
          search={(wanted) => keep({ name: wanted, page: undefined })}
        />
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
