import { contractRefuse, fillSignForm } from '@cinnabar/api/operations/flows.js';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { Refused, Unanswered } from '../api/refused.js';
import { useLink } from '../shared/link/link-context.js';
import { useTexts } from '../shared/text/language.js';
import { type Control, kindOf, type View } from './controls.js';
import type { FieldProblems } from './field-problems.js';
import { type FillDesk, fieldsOf } from './fill-desk-state.js';
import { fillTexts } from './fill-texts.js';

interface Options {
  readonly desk: FillDesk;
  readonly save: () => Promise<{ readonly found: FieldProblems }>;
  readonly refresh: () => Promise<View | undefined>;
  readonly submitted: () => Promise<void>;
  readonly foundWrong: (controls: readonly Control[]) => void;
}

/** Requests of the fill desk: submitting, storing a picture, refusing. */
export function useHandIn({ desk, save, refresh, submitted, foundWrong }: Options) {
  const t = useTexts(fillTexts);
  const link = useLink();
  const { view, values } = desk;
  const { flowId } = view;
  const isRunning = useRef(false);
  const attempt = useRef({ values, key: crypto.randomUUID() });

  function command({ componentId, participantId, fileId }: Control, value: string) {
    return { componentId, participantId, contractFileId: fileId, value };
  }

  async function keepPicture(control: Control, picture: string): Promise<void> {
    await link.call(fillSignForm, {
      flowId,
      components: [command(control, picture)],
      finish: false,
    });
    await refresh();
  }

  const submitting = useMutation({
    async mutationFn(): Promise<'done' | 'wrong'> {
      const controls = fieldsOf(desk);
      const { found: problems } = await save();
      const wrong = controls.filter(({ componentId }) => problems.has(componentId));
      if (wrong.length > 0) {
        foundWrong(wrong);
        return 'wrong';
      }
      // Submitting the same values again reuses the idempotency key.
      if (attempt.current.values !== values) attempt.current = { values, key: crypto.randomUUID() };
      const typed = controls.filter((control) => kindOf(control) !== 'picture');
      await link.call(
        fillSignForm,
        {
          flowId,
          components: typed.map((control) => command(control, values.get(control.componentId) ?? '')),
          finish: true,
        },
        { idempotencyKey: attempt.current.key },
      );
      return 'done';
    },
    async onSuccess(outcome) {
      if (outcome === 'done') await submitted();
    },
    async onError(error) {
      if (error instanceof Refused) attempt.current = { values, key: crypto.randomUUID() };
      // Without a response, the state of the flow tells whether the values arrived.
      if (!(error instanceof Unanswered)) return;
      const now = await refresh().catch(() => undefined);
      if (now?.me.filled === true) await submitted();
    },
    onSettled() {
      isRunning.current = false;
    },
  });

  function submit() {
    // A second quick tap arrives before React renders the disabled button.
    if (isRunning.current) return;
    isRunning.current = true;
    submitting.mutate();
  }

  const refuse = (refuseMsg: string) => link.call(contractRefuse, { flowId, refuseMsg });

  const { error } = submitting;
  const failure = error === null ? null : error instanceof Refused ? error.message : t.interrupted;
  return { keepPicture, submit, isSubmitting: submitting.isPending, failure, refuse };
}
