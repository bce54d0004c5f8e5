/** Whether the service runs in sandbox mode; the server writes it into the HTML. */
export const isSandbox = document.documentElement.dataset['mode'] === 'sandbox';
