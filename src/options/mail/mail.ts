import { foldCase } from '../../domain/text/text.ts';
import type { Foundation, Option, OptionParts } from '../../option.ts';
import { preciseClock } from '../../services/clock.ts';
import type { Services } from '../../services/services.ts';
import { readPageFiles } from '../../web/assets.ts';
import { type MailVariables, mailVariables, readSmtpSettings, toMailSettings } from './config.ts';
import { findMailSuppression } from './db/queries/settings.ts';
import { createMailMetrics } from './metrics.ts';
import { publicBookingLinkRoutes } from './routes/booking-links.ts';
import { mailRoutes } from './routes/routes.ts';
import { writeMailByHand } from './services/by-hand.ts';
import { eraseMailsOfGuest } from './services/erasure.ts';
import { listMailsOfGuest } from './services/mails.ts';
import { createMailOutbox } from './services/outbox.ts';
import { createPersonMailer } from './services/people/person-mails.ts';
import { createMailSweeps } from './services/scheduled.ts';
import { createMailTransport } from './services/sending/transport.ts';
import { startMailSending } from './services/sending/worker.ts';
import { createOwnServices, type MailServices, type OwnServices } from './services/services.ts';
import { forgottenPasswordRoutes } from './web/forgotten-password/routes.ts';
import { messageKindRoutes } from './web/kind-routes.ts';
import { messageRoutes } from './web/routes.ts';
import { mailsToDecide } from './web/to-decide.ts';

/** Writes messages to guests, members and people, and sends them if a mail server is named. */
export const mail: Option<MailVariables> = {
  name: 'mail',
  variables: mailVariables,
  fileVariables: ['SMTP_URL'],
  navigation: [{ group: 'business', position: 40, tab: 'messages', name: 'Messages' }],
  toDecide: mailsToDecide,
  pageFiles: readPageFiles(new URL('./web/', import.meta.url)),
  reference: {
    tags: [
      {
        position: 10,
        name: 'Messages',
        description: 'Which messages guests get, what they say, and to whom nothing is sent.',
      },
    ],
  },
  async prepareServer(variables) {
    // Reads the key for DKIM, so that a server with a wrong one does not start.
    readSmtpSettings(variables);
  },
  create: (foundation, variables) =>
    createMailParts(
      foundation,
      variables,
      createOwnServices(toMailSettings(foundation.publicUrl, variables)),
    ),
};

export function createMailParts(
  { keyring, metrics }: Foundation,
  variables: MailVariables,
  own: OwnServices,
): OptionParts {
  const addOwn = (services: Services): MailServices => ({ ...services, ...own });
  const onResult = metrics ? createMailMetrics(metrics) : () => {};
  return {
    provides: {
      personMailer: createPersonMailer(own.mail, keyring, own.recentPersonMails),
      messages: {
        listOfGuest: (scope, guestId) => listMailsOfGuest(scope, own, guestId),
        write: (scope, message, options) => writeMailByHand(scope, own, message, options),
        findTextProblems: own.teamTexts.findProblems,
        isBlocked: async (db, teamId, email) =>
          (await findMailSuppression(db, teamId, foldCase(email))) !== null,
      },
    },
    hooks: { onEvents: [createMailOutbox(own.mail)], onErase: [eraseMailsOfGuest] },
    scopes: {
      team: async (app, services) => {
        app.register(mailRoutes, addOwn(services));
      },
      site: async (app) => {
        app.register(publicBookingLinkRoutes, own);
      },
      teamPages: async (app, services) => {
        app.register(messageKindRoutes, addOwn(services));
        app.register(messageRoutes, addOwn(services));
      },
      openPages: async (app, services) => {
        app.register(forgottenPasswordRoutes, addOwn(services));
      },
    },
    sweeps: (services) => createMailSweeps(addOwn(services)),
    start(services, onError, warn) {
      const smtp = readSmtpSettings(variables);
      // Without a mail server messages are only stored, so that the team can read them.
      if (!smtp) return null;
      return startMailSending({
        ...addOwn(services),
        clock: preciseClock,
        transport: createMailTransport(smtp),
        from: smtp.from,
        perMinute: variables.MAIL_PER_MINUTE,
        onError,
        onTrouble: (error, isRefused) =>
          warn(
            error,
            isRefused
              ? 'the mail server refused a message'
              : 'a message could not be sent, and is tried again',
          ),
        onResult,
      });
    },
    close: async () => own.teamTexts.close(),
  };
}
