import { type ErrorCode, errorCodes, errorReasons } from '@cinnabar/api/errors.js';
import type { Operation } from '@cinnabar/api/operation.js';
import { codesOf, generalCodes } from '@cinnabar/api/operation-codes.js';
import type { Advice, Block, CodeContent, Inline } from '../src/docs/content.js';
import type { Language } from '../src/shared/text/languages.js';
import { nameOf } from './addresses.js';

/** Every code with its reasons, the advice of the error handbook, and the operations that name it. */
export function codesContent(
  registry: readonly Operation[],
  handbook: readonly Block[],
  language: Language,
): readonly CodeContent[] {
  const advice = adviceIn(handbook);
  const naming = new Map<string, Operation[]>();
  for (const operation of registry) {
    for (const { code } of codesOf(operation)) naming.set(code, [...(naming.get(code) ?? []), operation]);
  }
  return Object.entries(errorCodes).map(([code, entry]) => ({
    code,
    status: entry.status,
    meaning: entry[language],
    advice: advice.get(code) ?? null,
    reasons: Object.entries(errorReasons)
      .filter(([, reason]) => reason.code === code)
      .map(([reason, words]) => ({ reason, meaning: words[language], advice: advice.get(reason) ?? null })),
    isGeneral: generalCodes.some((general: ErrorCode) => general === code),
    operations: (naming.get(code) ?? []).map(({ path, title, area }) => ({
      name: nameOf(path),
      path,
      title: title[language],
      area,
    })),
  }));
}

/** The handbook's tables of three columns: codes and reasons, cause, remedy. */
function adviceIn(handbook: readonly Block[]): ReadonlyMap<string, Advice> {
  const found = new Map<string, Advice>();
  for (const block of handbook) {
    if (block.kind !== 'table' || block.head.length !== 3) continue;
    for (const [names = [], cause = [], remedy = []] of block.rows) {
      const named = namesIn(names);
      // The name of a code beside one of its reasons says where the reason belongs.
      const reasons = named.filter((name) => Object.hasOwn(errorReasons, name));
      for (const name of reasons.length > 0 ? reasons : named) {
        if (!found.has(name)) found.set(name, { cause, remedy });
      }
    }
  }
  return found;
}

function namesIn(inlines: readonly Inline[]): readonly string[] {
  return inlines.flatMap((inline) => {
    if (typeof inline === 'string' || inline.kind !== 'code') return [];
    const name = inline.text;
    return Object.hasOwn(errorCodes, name) || Object.hasOwn(errorReasons, name) ? [name] : [];
  });
}
