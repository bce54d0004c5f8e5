/** What an event makes of a desk: its next state, and what is to be done beside it. */
export type Step<State, Effect> = readonly [state: State, ...effects: readonly Effect[]];
