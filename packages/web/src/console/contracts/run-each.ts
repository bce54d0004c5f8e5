/** What became of one of many acts. */
export type Outcome<Item> =
  | { readonly item: Item; readonly ok: true }
  | { readonly item: Item; readonly ok: false; readonly error: Error };

const AT_ONCE = 4;

/**
 * Runs one act per item, four at once, each independent of the others.
 * @param isStopped read before each act; acts under way are finished
 */
export async function runEach<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  told: (outcome: Outcome<Item>) => void,
  isStopped: () => boolean,
): Promise<void> {
  const left = [...items];
  const work = async () => {
    for (let item = left.shift(); item !== undefined && !isStopped(); item = left.shift()) {
      try {
        await act(item);
        told({ item, ok: true });
      } catch (error) {
        told({ item, ok: false, error: error instanceof Error ? error : new Error(String(error)) });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
