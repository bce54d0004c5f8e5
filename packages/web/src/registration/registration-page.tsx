import {
  confirmRegistration,
  rejectRegistration,
  viewRegistration,
} from '@cinnabar/api/pages/registration.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { Facts } from '../shared/components/facts.js';
import { FormPage } from '../shared/components/form-page.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { refusalWords } from '../shared/components/refusal-words.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { StatePage, useWayToContracts } from '../shared/components/state-page.js';
import { useLink } from '../shared/link/link-context.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { registrationTexts } from './registration-texts.js';

/** The legal representative confirms by face check that the requester becomes owner of the enterprise. */
export default function RegistrationPage() {
  const t = useTexts(registrationTexts);
  const toContracts = useWayToContracts();
  const app = useTexts(commonTexts);
  const link = useLink();
  const query = useQuery({
    queryKey: ['registration', link.linkId],
    queryFn: () => link.call(viewRegistration, {}),
  });
  const confirming = useMutation({
    mutationFn: () => link.call(confirmRegistration, {}),
    onSuccess: ({ url }) => location.assign(url),
  });
  const rejecting = useMutation({ mutationFn: () => link.call(rejectRegistration, {}) });
  if (link.entered.kind !== 'registration') {
    return <StatePage state={{ kind: 'invalid' }} />;
  }
  if (rejecting.isSuccess)
    return <StatePage icon="ended" title={t.rejectedTitle} text={t.rejectedText} ways={toContracts} />;
  if (query.error !== null) return <RefusalPage error={query.error} retry={() => void query.refetch()} />;
  const view = query.data;
  if (view === undefined) return <PageSkeleton />;
  const isBusy = confirming.isPending || rejecting.isPending;
  return (
    <FormPage
      title={t.title}
      lead={<bdi>{t.lead(view.ownerName)}</bdi>}
      submit={() => {
        if (!isBusy) confirming.mutate();
      }}
      footer={
        <>
          <ErrorLine
            text={refusalWords(confirming.error ?? rejecting.error, app.offlineText)?.words ?? null}
          />
          <Button type="submit" look="ink" wide busyLabel={confirming.isPending ? t.confirming : null}>
            {t.confirm}
          </Button>
          <div className="mt-2">
            <Button look="quiet" wide isDisabled={isBusy} onPress={() => rejecting.mutate()}>
              {t.reject}
            </Button>
          </div>
        </>
      }
    >
      <Facts
        facts={[
          [t.corp, view.corpName],
          [t.code, view.corpCode],
          [t.legal, view.legalRepName],
          [t.owner, view.ownerName],
          [t.mobile, view.ownerMobile],
        ]}
      />
      <p className="m-0 text-body text-n-700">{t.meaning}</p>
    </FormPage>
  );
}
