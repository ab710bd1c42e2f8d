import { createMailParts, mail } from '../../src/options/mail/mail.ts';
import { createOwnServices } from '../../src/options/mail/services/services.ts';
import { OPTIONS } from '../../src/options.ts';

/** For an app that sends messages: its settings, and what mail then has of its own. */
export function createSendingMail(publicUrl = 'https://stay.example') {
  const own = createOwnServices({ publicUrl, isSending: true, messageIdDomain: 'stay.example' });
  const sendingMail: typeof mail = {
    ...mail,
    create: (foundation, variables) => createMailParts(foundation, variables, own),
  };
  return {
    own,
    settings: { publicUrl, installed: OPTIONS.map((one) => (one === mail ? sendingMail : one)) },
  };
}
