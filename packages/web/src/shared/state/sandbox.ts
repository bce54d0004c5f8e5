/** Whether the service runs in sandbox mode, as the server states in the HTML. */
export const isSandbox = document.documentElement.dataset['mode'] === 'sandbox';
