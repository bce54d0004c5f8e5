import { createByHandwriting } from '@cinnabar/api/operations/personal-seals.js';
import { onDemand } from '../shared/components/on-demand.js';
import type { DocumentPoint } from '../shared/document/document-handle.js';
import { type LinkContext, useLink } from '../shared/link/link-context.js';
import type { FaceResult } from '../shared/proof/face-check.js';
import { MarkSheet } from './mark-sheet.js';
import type { Mark, Marks } from './marks.js';
import { SignMoreSheet } from './more-sheet.js';
import { RemarkSheet } from './remark-sheet.js';
import { SealPicker } from './seal-picker.js';
import { openPlaces, type SignDesk, type SignEvent } from './sign-desk-state.js';

const IntentSheet = onDemand(async () => ({ default: (await import('./intent-sheet.js')).IntentSheet }));
const RefuseSheet = onDemand(async () => ({ default: (await import('./refuse-sheet.js')).RefuseSheet }));
const TextView = onDemand(() => import('../shared/document/text-view.js'));
const Handwriting = onDemand(() => import('./handwriting.js'));

interface Props {
  readonly desk: SignDesk;
  readonly send: (event: SignEvent) => void;
  /** Centre of the visible part of the document. */
  readonly middle: () => DocumentPoint | null;
  readonly nameOf: (mark: Mark) => string;
  readonly seenPages: () => number;
  readonly keepNow: () => Promise<void>;
  readonly face: FaceResult | null;
  readonly refuse: (() => void) | null;
  readonly signed: (marks: Marks) => Promise<void>;
  /** Queries the state of the flow. @throws Refused, Unanswered */
  readonly wasSigned: () => Promise<boolean>;
  readonly changed: () => Promise<void>;
}

/** The sheets of the signing desk. */
export function SignSheets(props: Props) {
  const { desk, send, middle, nameOf, seenPages, keepNow, face, refuse } = props;
  const { signed, wasSigned, changed } = props;
  const { view, marks, sheet } = desk;
  const link = useLink();
  const close = () => send({ type: 'closed' });
  const open = sheet?.kind === 'mark' ? marks.find(({ id }) => id === sheet.id) : undefined;
  const file = view.files.find(({ fileId }) => fileId === open?.fileId);
  if (open !== undefined && file !== undefined) {
    return (
      <MarkSheet
        mark={open}
        name={nameOf(open)}
        file={file}
        close={close}
        move={(mark) => send({ type: 'markPlacedByNumbers', mark })}
        change={open.ink.kind === 'seal' ? () => send({ type: 'otherSealAsked', mark: open }) : null}
        remove={() => send({ type: 'markRemoved', id: open.id })}
      />
    );
  }
  switch (sheet?.kind) {
    case undefined:
    case 'mark':
      return null;
    case 'seals': {
      const { where } = sheet;
      const { replaces } = where;
      return (
        <SealPicker
          seals={view.seals}
          isEnterprise={view.isEnterprise}
          area={where.area}
          openPlaces={openPlaces(desk, where)}
          isFilled={replaces !== null}
          close={close}
          choose={(seal, isEverywhere) =>
            send({ type: 'inkChosen', ink: { kind: 'seal', seal }, isEverywhere, middle: middle() })
          }
          write={where.seam || view.isEnterprise ? null : () => send({ type: 'handwritingAsked' })}
          remove={() => replaces !== null && send({ type: 'markRemoved', id: replaces.id })}
        />
      );
    }
    case 'more':
      return (
        <SignMoreSheet
          view={view}
          marks={marks}
          close={close}
          nameOf={nameOf}
          send={send}
          text={() => send({ type: 'opened', sheet: { kind: 'text' } })}
          refuse={refuse}
        />
      );
    case 'remark':
      return (
        <RemarkSheet
          close={close}
          place={(text) =>
            send({ type: 'inkChosen', ink: { kind: 'remark', text }, isEverywhere: false, middle: middle() })
          }
        />
      );
    case 'refuse':
      return <RefuseSheet view={view} close={close} done={() => void changed()} />;
    case 'pad':
      return (
        <Handwriting
          close={close}
          canKeep={!view.isEnterprise}
          use={(picture, ratio, isKept) => {
            const ink = { kind: 'handwriting', picture, ratio } as const;
            send({ type: 'inkChosen', ink, isEverywhere: false, middle: middle() });
            // Saving the signature for later is optional; a failure must not interrupt signing.
            if (isKept) void keepHandwriting(link, picture).catch(() => undefined);
          }}
        />
      );
    case 'text':
      return <TextView files={view.files} close={close} />;
    case 'intent':
      return (
        <IntentSheet
          view={view}
          marks={marks}
          seenPages={seenPages()}
          close={close}
          signed={() => void signed(marks)}
          wasSigned={wasSigned}
          outdated={() => {
            close();
            void changed();
          }}
          keepNow={keepNow}
          face={face}
        />
      );
  }
}

function keepHandwriting(link: LinkContext, image: string) {
  return link.call(createByHandwriting, { image });
}
