import { readTemplateDraft } from '@cinnabar/api/operations/template-drafts.js';
import {
  templateList,
  uploadAttachmentFile,
  uploadContractFile,
} from '@cinnabar/api/operations/templates.js';
import { readLinkedUploadGuides } from '@cinnabar/api/pages/page-guides.js';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { pathOf } from '../api/call.js';
import { post } from '../api/post.js';
import { Button } from '../shared/components/button.js';
import { DeskLayout } from '../shared/components/desk-layout.js';
import { smallIcon } from '../shared/components/icons.js';
import { onDemand } from '../shared/components/on-demand.js';
import { PageHeader } from '../shared/components/page-header.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { StatePage } from '../shared/components/state-page.js';
import { useHeading } from '../shared/components/use-heading.js';
import { closePage } from '../shared/embed/host.js';
import { momentInFigures } from '../shared/format/dates.js';
import { useLink } from '../shared/link/link-context.js';
import { useOpenPage } from '../shared/router/open-page.js';
import { useTexts } from '../shared/text/language.js';
import { type DesignerDoor, DesignerDoorProvider, type OpenedDraft } from './designer-door.js';
import { linkDesignTexts } from './link-design-texts.js';

const DesignerLoader = onDemand(() => import('./designer-loader.js'), <PageSkeleton shape="desk" />);

/** What the visitor works on; null: the list. */
type Chosen = { readonly templateId: number } | { readonly templateId: null };

/** The designer by a link: of the template that the link names, or of any of the enterprise. */
export default function LinkDesigner() {
  const t = useTexts(linkDesignTexts);
  const { opened } = useLink();
  const page = useOpenPage();
  const named = page?.name === 'designer' ? { templateId: page.parameters.templateId } : null;
  const [chosen, setChosen] = useState<Chosen | null>(named);
  const [isPublished, setPublished] = useState(false);
  const { returnUrl } = opened;
  const back = returnUrl === null ? [] : [{ label: t.backTo, run: () => closePage(returnUrl) }];
  const toList = named === null ? [{ label: t.toList, run: () => setChosen(null) }] : [];
  if (isPublished) {
    const again = { label: t.again, run: () => setPublished(false) };
    return (
      <StatePage
        icon="done"
        title={t.publishedTitle}
        text={t.publishedText}
        ways={[
          ...back,
          ...toList.map(({ label, run }) => ({
            label,
            run: () => {
              run();
              setPublished(false);
            },
          })),
          again,
        ]}
      />
    );
  }
  if (chosen === null) return <Templates choose={setChosen} />;
  return (
    <ByLink
      chosen={chosen}
      leave={named === null ? () => setChosen(null) : null}
      published={(templateId) => {
        setChosen({ templateId });
        setPublished(true);
      }}
    />
  );
}

interface ByLinkProps {
  readonly chosen: Chosen;
  readonly leave: (() => void) | null;
  readonly published: (templateId: number) => void;
}

function ByLink({ chosen, leave, published }: ByLinkProps) {
  const link = useLink();
  const [acts] = useState({ leave, published });
  const door = useMemo<DesignerDoor>(
    () => ({
      scope: ['designer', link.linkId],
      seesUse: false,
      call: link.call,
      open: (takeOver) =>
        post<OpenedDraft>(
          pathOf(readTemplateDraft),
          {
            ...(chosen.templateId === null ? {} : { templateId: chosen.templateId }),
            ...(takeOver ? { takeOver } : {}),
          },
          { session: link.entered.session },
        ),
      guides: (fileUrl, page) => link.call(readLinkedUploadGuides, { fileUrl, page }),
      uploadFile: (file) => link.upload(uploadContractFile, file, { placeholders: 1 }),
      uploadAttachment: (file) => link.upload(uploadAttachmentFile, file, {}),
      blocks: null,
      leave: acts.leave,
      settled: (at) => 'templateId' in at && acts.published(at.templateId),
    }),
    [link, chosen, acts],
  );
  return (
    <DesignerDoorProvider value={door}>
      <DesignerLoader />
    </DesignerDoorProvider>
  );
}

const SIZE = 100;

function Templates({ choose }: { readonly choose: (chosen: Chosen) => void }) {
  const t = useTexts(linkDesignTexts);
  const link = useLink();
  const heading = useHeading(t.title);
  const listed = useQuery({
    queryKey: ['designer', link.linkId, 'templates'],
    queryFn: () => link.call(templateList, { listPageNo: 1, listPageSize: SIZE }),
  });
  if (listed.error !== null) {
    return <RefusalPage error={listed.error} retry={() => void listed.refetch()} />;
  }
  if (listed.data === undefined) return <PageSkeleton />;
  return (
    <DeskLayout
      isScrolled
      header={<PageHeader title={t.title} note={null} back={null} headingRef={heading} />}
    >
      <div className="mx-auto w-full max-w-[640px] p-4">
        <Button look="ink" onPress={() => choose({ templateId: null })}>
          <Plus {...smallIcon} />
          {t.create}
        </Button>
        {listed.data.length === 0 && <p className="text-body text-n-600">{t.none}</p>}
        <ul className="mt-4 mb-0 list-none divide-y divide-n-200 rounded-card bg-n-0 p-0 shadow-paper empty:hidden">
          {listed.data.map(({ templateId, templateName, updateName, updateTime }) => (
            <li key={templateId}>
              <button
                type="button"
                onClick={() => choose({ templateId })}
                className="flex min-h-14 w-full flex-col justify-center border-0 bg-transparent px-4 py-2 text-left hover:bg-n-25"
              >
                <bdi className="text-desk font-medium text-n-900 names">{templateName}</bdi>
                <span className="figures text-small text-n-500">
                  {updateName} {momentInFigures(updateTime)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </DeskLayout>
  );
}
