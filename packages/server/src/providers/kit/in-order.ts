/**
 * Asks providers in the order of the settings: the next one only if the previous one certainly did nothing, so that
 * nothing is sent or charged twice.
 * @param didNothing whether an error says so
 * @throws the error of the provider that was asked last
 */
export async function inOrder<Provider, Result>(
  providers: readonly [Provider, ...Provider[]],
  ask: (provider: Provider) => Promise<Result>,
  didNothing: (error: unknown) => boolean,
): Promise<Result> {
  const [first, second, ...others] = providers;
  try {
    return await ask(first);
  } catch (error) {
    if (second === undefined || !didNothing(error)) throw error;
    return inOrder([second, ...others], ask, didNothing);
  }
}
