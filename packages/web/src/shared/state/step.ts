/** Result of an event on a desk: the next state and the effects to perform. */
export type Step<State, Effect> = readonly [state: State, ...effects: readonly Effect[]];
