import { openProviders } from '@cinnabar/server/composition/open-providers.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { type Command, jsonOption } from './command.js';

export const smsReports: Command = {
  name: 'sms reports',
  summary:
    'Prints the addresses for reports on delivery, which are entered at the providers of text messages.',
  options: { json: jsonOption },
  async run(values, context) {
    const config = readConfig(context.environment);
    const addresses = openProviders(config).sms.map(({ name, port }) => ({
      provider: name,
      address: `${config.baseUrl}${port.receipts.path}`,
    }));
    const lines = addresses.map(({ provider, address }) => `${provider}  ${address}`);
    context.stdout(values['json'] === true ? JSON.stringify(addresses, null, 2) : lines.join('\n'));
    return 0;
  },
};
