/** Limit of answers kept at a time. */
const MAX_KEPT = 5_000;

/**
 * Answers of the last seconds. Pages ask for an overview every 30 seconds, in every open tab; within the lifetime one
 * answer serves all of them, those that ask at the same time included.
 */
export class RecentAnswers<Answer> {
  readonly #kept = new Map<string, { readonly at: number; readonly answer: Promise<Answer> }>();

  constructor(private readonly lifeMs: number) {}

  get(key: string, now: Date, make: () => Promise<Answer>): Promise<Answer> {
    const kept = this.#kept.get(key);
    const age = kept === undefined ? this.lifeMs : now.getTime() - kept.at;
    if (kept !== undefined && age >= 0 && age < this.lifeMs) return kept.answer;
    const answer = make();
    this.#forgetOld(now);
    // Inserted anew, so that the map is ordered by age.
    this.#kept.delete(key);
    this.#kept.set(key, { at: now.getTime(), answer });
    answer.catch(() => {
      if (this.#kept.get(key)?.answer === answer) this.#kept.delete(key);
    });
    return answer;
  }

  #forgetOld(now: Date): void {
    for (const [key, { at }] of this.#kept) {
      if (this.#kept.size < MAX_KEPT && now.getTime() - at < this.lifeMs) return;
      this.#kept.delete(key);
    }
  }
}
