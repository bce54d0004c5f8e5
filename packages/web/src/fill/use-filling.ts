import type { contractRefuse, fillSignForm } from '@cinnabar/api/operations/flows.js';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { Refused, Unanswered } from '../api/refused.js';
import { useLink } from '../shared/link/link-context.js';
import { useTexts } from '../shared/text/language.js';
import {
  type Control,
  contentOf,
  firstValues,
  isFilled,
  kindOf,
  missingOf,
  ownControls,
  type View,
} from './controls.js';
import { fillTexts } from './fill-texts.js';
import { useDraft } from './use-draft.js';

interface Options {
  readonly view: View;
  readonly canFill: boolean;
  readonly refresh: () => Promise<View | undefined>;
  readonly submitted: () => Promise<void>;
  /** Leads to what is wrong. */
  readonly show: (control: Control) => void;
}

/** The values of the page: typed, kept, checked and handed in. */
export function useFilling({ view, canFill, refresh, submitted, show }: Options) {
  const t = useTexts(fillTexts);
  const link = useLink();
  const controls = useMemo(() => ownControls(view), [view]);
  const [values, setValues] = useState(() => firstValues(view));
  const [touched, setTouched] = useState<ReadonlySet<number>>(new Set());
  // Nothing is missing before somebody wants to hand it in: the count says what is left.
  const [asked, setAsked] = useState(false);
  const draft = useDraft(values, canFill);
  const isRunning = useRef(false);
  const attempt = useRef({ values, key: crypto.randomUUID() });

  const change = useCallback(({ componentId }: Control, value: string) => {
    setValues((before) => new Map(before).set(componentId, value));
  }, []);

  const { flush } = draft;
  const leave = useCallback(
    ({ componentId }: Control) => {
      setTouched((before) => (before.has(componentId) ? before : new Set(before).add(componentId)));
      flush();
    },
    [flush],
  );

  const contentNow = (control: Control) => contentOf(values, control);

  /** Nobody is told that something is wrong while they are still typing it. */
  function errorOf(control: Control): string | null {
    if (!touched.has(control.componentId)) return null;
    if (asked && control.required && !isFilled(values, control)) return t.missing;
    const problem = draft.problems.get(control.componentId);
    return problem !== undefined && problem.value === contentNow(control) ? problem.message : null;
  }

  function touch(some: readonly Control[]) {
    setTouched((before) => new Set([...before, ...some.map(({ componentId }) => componentId)]));
  }

  function command(control: Control, value: string) {
    const { componentId, participantId, fileId } = control;
    return { componentId, participantId, contractFileId: fileId, value };
  }

  async function keepPicture(control: Control, picture: string): Promise<void> {
    await link.call<typeof fillSignForm>('/signTask/fillSignForm', {
      flowId: view.flowId,
      components: [command(control, picture)],
      finish: false,
    });
    await refresh();
  }

  const submitting = useMutation({
    async mutationFn(): Promise<'done' | 'wrong'> {
      const problems = await draft.save();
      const wrong = controls.filter(({ componentId }) => problems.has(componentId));
      if (wrong[0] !== undefined) {
        touch(wrong);
        show(wrong[0]);
        return 'wrong';
      }
      // The same values are the same act, however often they are sent.
      if (attempt.current.values !== values) attempt.current = { values, key: crypto.randomUUID() };
      const typed = controls.filter((control) => kindOf(control) !== 'picture');
      await link.call<typeof fillSignForm>(
        '/signTask/fillSignForm',
        {
          flowId: view.flowId,
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
      // Whether it arrived is not known: the state says it.
      if (!(error instanceof Unanswered)) return;
      const now = await refresh().catch(() => undefined);
      if (now?.me.filled === true) await submitted();
    },
    onSettled() {
      isRunning.current = false;
    },
  });

  function submit() {
    const missing = missingOf(controls, values);
    setAsked(true);
    if (missing[0] !== undefined) {
      touch(missing);
      show(missing[0]);
      return;
    }
    // The second of two quick taps comes before anything is drawn anew.
    if (isRunning.current) return;
    isRunning.current = true;
    submitting.mutate();
  }

  const refuse = (refuseMsg: string) =>
    link.call<typeof contractRefuse>('/signTask/contract/refuse', { flowId: view.flowId, refuseMsg });

  const failure =
    submitting.error === null
      ? null
      : submitting.error instanceof Refused
        ? submitting.error.message
        : t.interrupted;
  return {
    controls,
    values,
    missing: missingOf(controls, values),
    saving: draft.saving,
    contentOf: contentNow,
    errorOf,
    change,
    leave,
    keepPicture,
    submit,
    isSubmitting: submitting.isPending,
    failure,
    refuse,
  };
}

export type Filling = ReturnType<typeof useFilling>;
