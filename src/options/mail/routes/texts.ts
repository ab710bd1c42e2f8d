import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { writeAndAnswer } from '../../../plugins/writes.ts';
import { noContentAnswer } from '../../../schemas/formats.ts';
import { conditionalWriteHeaders } from '../../../schemas/writes.ts';
import { isGuestMailKind } from '../domain/kinds.ts';
import {
  mailPreviewAnswer,
  mailPreviewBody,
  mailTextAnswer,
  mailTextChangeBody,
  mailTextListAnswer,
  mailTextParams,
  presentMailPreview,
  presentMailText,
  readMailTextParts,
} from '../schemas/text.ts';
import { previewMail } from '../services/preview.ts';
import type { MailServices } from '../services/services.ts';
import {
  changeMailText,
  deleteMailText,
  findMailText,
  findMailTextMessages,
  listMailTexts,
  type ShownMailText,
} from '../services/texts.ts';

const tags = ['Messages'];
const present = (text: ShownMailText) => ({ data: presentMailText(text) });

/** Errors in a text are reported together with those in the other fields of the body. */
const createTextCheck =
  ({ teamTexts }: MailServices) =>
  async (request: FastifyRequest): Promise<void> => {
    const { kind = '' } = request.params as { kind?: string };
    if (isGuestMailKind(kind))
      request.urlMessages = await findMailTextMessages(teamTexts, kind, readMailTextParts(request.body));
  };

export const mailTextRoutes: FastifyPluginAsyncZod<MailServices> = async (app, services) => {
  const preValidation = createTextCheck(services);
  app.get(
    '/mail-texts',
    {
      config: { permission: 'mails:read', ofWholeTeam: true },
      schema: {
        operationId: 'listMailTexts',
        tags,
        summary: 'List the texts of messages',
        description:
          'For each kind, in each language that the team offers, the team’s own text, else ours. Then the team’s own in other languages.',
        response: { 200: mailTextListAnswer },
      },
    },
    async ({ scope }) => ({ data: (await listMailTexts(scope)).map(presentMailText) }),
  );

  app.get(
    '/mail-texts/:kind/:language',
    {
      config: { permission: 'mails:read', ofWholeTeam: true, etag: true },
      schema: {
        operationId: 'getMailText',
        tags,
        summary: 'Read the text of a message',
        description: 'The team’s own text in this language, else ours.',
        params: mailTextParams,
        response: { 200: mailTextAnswer },
      },
    },
    async ({ scope, params }) => present(await findMailText(scope, params)),
  );

  app.put(
    '/mail-texts/:kind/:language',
    {
      config: { permission: 'mails:write', ofWholeTeam: true, rendersTexts: true },
      preValidation,
      schema: {
        operationId: 'changeMailText',
        tags,
        summary: 'Write the text of a message',
        description:
          'In place of ours, from the next message on. A key that is absent keeps what is used; null means ours. A text that names anything unknown, or that becomes too long, is a 422 under `subject` or `body`.',
        params: mailTextParams,
        headers: conditionalWriteHeaders,
        body: mailTextChangeBody,
        response: { 200: mailTextAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, present, (options) =>
        changeMailText(request.scope, services, { ...request.params, ...request.body }, options),
      ),
  );

  app.delete(
    '/mail-texts/:kind/:language',
    {
      config: { permission: 'mails:write', ofWholeTeam: true },
      schema: {
        operationId: 'deleteMailText',
        tags,
        summary: 'Go back to our text',
        description: 'Also where ours is used already.',
        params: mailTextParams,
        headers: conditionalWriteHeaders,
        response: { 204: noContentAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(204), { present: null, version: present }, (options) =>
        deleteMailText(request.scope, request.params, options),
      ),
  );

  app.post(
    '/mail-texts/:kind/:language/preview',
    {
      config: { permission: 'mails:write', ofWholeTeam: true, rendersTexts: true },
      preValidation,
      schema: {
        operationId: 'previewMailText',
        tags,
        summary: 'See a message as its guest would',
        description:
          'Renders a text for a booking. What the body leaves out is what would be used. Nothing is written or sent.',
        params: mailTextParams,
        body: mailPreviewBody,
        response: { 200: mailPreviewAnswer },
      },
    },
    async ({ scope, params, body }) =>
      presentMailPreview(
        await previewMail(
          scope,
          services,
          { ...params, bookingId: body.booking_id, subject: body.subject, body: body.body },
          app.publicUrl,
        ),
      ),
  );
};
