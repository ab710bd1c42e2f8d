/** The language of an answer to a visitor (docs/rules.md, 26.20). */
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { LANGUAGES, type LanguageCode } from '../domain/languages/languages.ts';
import { findNamedLanguage, negotiateLanguage } from '../domain/languages/negotiate.ts';
import type { LanguageChoice } from '../domain/translations.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set only for routes of booking sites, once their team is found. */
    languageChoice: LanguageChoice;
    /** Whether another `Accept-Language` may lead to another answer. */
    isLanguageNegotiated: boolean;
  }
  interface FastifyContextConfig {
    /** Whether the answer is in the language of the request. */
    takesLanguage?: boolean;
  }
}

type RequestLanguage = { choice: LanguageChoice; isNegotiated: boolean };

const DEFAULT_LANGUAGE = 'en';

/** The parameter `language`, else `Accept-Language`, else the first. Without a team, among all. */
export function chooseRequestLanguage(
  { query, headers }: Pick<FastifyRequest, 'query' | 'headers'>,
  ofTeam: readonly LanguageCode[] | undefined,
): RequestLanguage {
  const [firstLanguage = DEFAULT_LANGUAGE] = ofTeam ?? [];
  const offered = ofTeam ?? LANGUAGES;
  if (offered.length < 2) return { choice: { language: firstLanguage, firstLanguage }, isNegotiated: false };
  const named = findNamedLanguage((query as { language?: unknown }).language, offered);
  const language = named ?? negotiateLanguage(headers['accept-language'], offered) ?? firstLanguage;
  return { choice: { language, firstLanguage }, isNegotiated: ofTeam !== undefined && named === null };
}

/** After `bookingSite`, which finds the team. */
export const language = fp(async (app) => {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, takesLanguage: true };
  });
  app.addHook('onRequest', (request, _reply, done) => {
    // Validation removes the parameter later, because no route declares it.
    const chosen = chooseRequestLanguage(request, request.site.languages);
    request.languageChoice = chosen.choice;
    request.isLanguageNegotiated = chosen.isNegotiated;
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    // A request that is refused before its team is found has none.
    const choice = request.languageChoice ?? chooseRequestLanguage(request, undefined).choice;
    reply.header('content-language', choice.language);
    if (request.isLanguageNegotiated) reply.vary('Accept-Language');
    done(null, payload);
  });
});
